import Foundation
import ImageGraph
import Interpreter
import JIT
import KernelLanguage
import Pixels
import Testing

@testable import Rendering

/// Kernels whose region functions return nothing of an image, because they read beyond it. Every back end must read
/// transparent pixels there.
@Suite("Regions of interest beyond the image")
struct RegionBeyondImageTests {
    private static let region = PixelRect(0, 0, 64, 48)

    /// Adds the pixel `distance` to the right in the first image to the pixel of the second image.
    private static let text = """
        kernel vec4 far(sampler a, sampler b, float distance) {
            return sample(a, samplerTransform(a, destCoord() + vec2(distance, 0.0))) + sample(b, samplerCoord(b));
        }
        """

    /// The rectangle of the first image that the region function returns.
    enum Answer: String, CaseIterable, Sendable {
        case beyond, null, huge

        func callAsFunction(_ output: CGRect) -> CGRect {
            switch self {
            case .beyond: output.offsetBy(dx: 1000, dy: 0)
            case .null: .null
            case .huge: CGRect(x: 1e18, y: 1e18, width: 9e18, height: 9e18)
            }
        }
    }

    private static func renderer(compiles: Bool, optimises: Bool) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil,
            backend: compiles ? JITBackend(interpreter: InterpreterBackend()) : InterpreterBackend(), tileWidth: 32,
            tileHeight: 32)
        configuration.optimises = optimises
        return Renderer(configuration: configuration)
    }

    /// Renders the kernel with `first` as its first image. The second one is computed, and stored in half floats.
    private static func render(
        _ first: ImageNode, _ answer: Answer, compiles: Bool, optimises: Bool
    ) throws -> Raster {
        let program = try KernelCompiler.compile(KernelSource(text: text, file: "far.cikernel")).get()[0]
        let second = ImageNode.source(PatternSource(64, 48)).premultiplied()
        let node = try ImageNode.kernel(
            program,
            arguments: [.image(SampledImage(first)), .image(SampledImage(second)), .numbers([1000])],
            extent: region.cgRect, regionOfInterest: { $0 == 0 ? answer($1) : $1 }, callsRegionFunctionOnce: true)
        return try renderer(compiles: compiles, optimises: optimises).render(node, region: region)
    }

    /// The second image's pixels: premultiplied noise, multiplied by alpha once more.
    private static func expected(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let pixel = Noise.pixel(x, y)
        return SIMD4(pixel.x * pixel.w, pixel.y * pixel.w, pixel.z * pixel.w, pixel.w)
    }

    @Test("a region beyond the image, null or far away reads transparent pixels", arguments: Answer.allCases)
    func beyond(_ answer: Answer) throws {
        for (compiles, optimises) in [(true, true), (true, false), (false, true), (false, false)] {
            let image = ImageNode.source(PatternSource(64, 48)).premultiplied()
            let pixels = try Self.render(image, answer, compiles: compiles, optimises: optimises)
            // Half floats have 11 significant bits.
            #expect(pixels.largestDifference(Self.expected) <= 1.0 / 2048, "\(compiles) \(optimises)")
        }
    }

    @Test("an image without extent reads as transparent pixels", arguments: Answer.allCases)
    func empty(_ answer: Answer) throws {
        for (compiles, optimises) in [(true, true), (true, false), (false, true), (false, false)] {
            let pixels = try Self.render(.empty, answer, compiles: compiles, optimises: optimises)
            #expect(pixels.largestDifference(Self.expected) <= 1.0 / 2048, "\(compiles) \(optimises)")
        }
    }
}
