import Foundation
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Tests that kernels run only for the pixels that a reduction without interpolation picks, with the same result.
@Suite("Kernels of which some pixels are picked") struct ComputeWhereSampledTests {
    private static let place = "kernel vec4 place(float k) { return vec4(destCoord() * k, 0.25, 1.0); }"
    private static let fade = "kernel vec4 fade(__sample s) { return s * s.r + vec4(destCoord(), 0.0, 0.0); }"
    private static let edge = """
        kernel vec4 edge(sampler s) {
            vec2 p = destCoord();
            return sample(s, samplerTransform(s, p + vec2(1.0, -2.0))) - sample(s, samplerTransform(s, p.yx)) * p.y;
        }
        """
    private static let beside = """
        kernel vec4 beside(sampler s) {
            return sample(s, samplerCoord(s)) - sample(s, samplerTransform(s, destCoord() + vec2(1.0, 0.0)));
        }
        """
    private static let both = """
        kernel vec4 both(__sample a, sampler b) { return a + sample(b, samplerTransform(b, destCoord() + 0.5)); }
        """

    private func program(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        return try #require(result.kernels.first, "\(result.diagnostics)")
    }

    private func kernel(_ text: String, _ images: [ImageNode], numbers: [Float] = [], _ extent: CGRect? = nil) throws
        -> ImageNode
    {
        try .kernel(
            program(text), arguments: images.map { .image(SampledImage($0)) } + numbers.map { .numbers([$0]) },
            extent: extent ?? images[0].extent
        ) { $1.isInfinite ? $1 : $1.insetBy(dx: -30, dy: -30) }
    }

    /// Every component of every pixel has another value.
    private func source(_ width: Int = 24, _ height: Int = 18) throws -> ImageNode {
        let values = (0..<width * height * 4).map { Float($0 % 997) / 997 }
        return .source(
            try BitmapSource(
                data: values.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16, width: width, height: height,
                format: .RGBAf, colorSpace: nil, alphaState: .premultiplied))
    }

    private func reduced(_ node: ImageNode, _ x: CGFloat, _ y: CGFloat, dx: CGFloat = 0, dy: CGFloat = 0) -> ImageNode {
        node.transformed(
            by: CGAffineTransform(scaleX: 1 / x, y: 1 / y).concatenating(.init(translationX: dx, y: dy)),
            interpolation: .nearest)
    }

    private func optimised(_ node: ImageNode) throws -> ImageNode {
        let context = OptimisationContext(
            workingColorSpace: nil, visible: CGRect(x: -100, y: -100, width: 300, height: 300),
            backend: InterpreterBackend())
        return try GraphOptimiser(rules: [ComputeWhereSampled()]).optimise(node, in: context).root
    }

    private func pixels(_ node: ImageNode, _ region: PixelRect) throws -> [SIMD4<Float>] {
        let renderer = Renderer(
            configuration: RendererConfiguration(
                workingColorSpace: nil, backend: InterpreterBackend(), tileWidth: 5, tileHeight: 4, threadCount: 1,
                memoryLimit: 1 << 28, intermediateFormat: .RGBAf, optimises: false))
        let raster = try renderer.render(node, region: region)
        return region.coordinates.map { raster[$0.x, $0.y] }
    }

    @Test("have the coordinates of the pixel picked", arguments: [1, 2, 3, 4, 7]) func coordinates(factor: Int) throws {
        let large = try kernel(Self.place, [], numbers: [2], CGRect(x: -42, y: -28, width: 168, height: 140))
        let node = reduced(large, CGFloat(factor), 2)
        let result = try optimised(node)
        guard case .kernel(let application) = result.operation else { return #expect(Bool(false), "\(result)") }
        #expect(application.images.isEmpty && node.extent.contains(result.extent))
        let region = PixelRect(enclosing: node.extent)
        for (point, pixel) in zip(region.coordinates, try pixels(result, region)) {
            // The middle of the pixel that contains the middle of the square of pixels, or lies above and right of it.
            let x = Float(point.x * factor + factor / 2) + 0.5
            let y = Float(point.y * 2 + 1) + 0.5
            let isInside = large.extent.contains(CGPoint(x: CGFloat(x), y: CGFloat(y)))
            #expect(pixel == (isInside ? SIMD4(2 * x, 2 * y, 0.25, 1) : .zero), "at \(point)")
        }
        #expect(try pixels(node, region) == pixels(result, region))
    }

    @Test("have the same pixels", arguments: [fade, edge], [(2, 3, 0.0), (4, 1, 5), (1, 6, 0.5), (7, 5, 0)])
    func pixels(text: String, scale: (Double, Double, Double)) throws {
        let image = try kernel(text, [source()])
        let node = reduced(image, scale.0, scale.1, dx: scale.2 / scale.0, dy: -2)
        let result = try optimised(node)
        // The transform is below the kernel that reads its own pixel only, and gone from the other.
        guard case .kernel(let application) = result.operation else { return #expect(Bool(false), "\(result)") }
        let input = try #require(application.images.first).node
        if case .transform = input.operation { #expect(text == Self.fade) } else { #expect(text == Self.edge) }
        // Of a square that reaches beyond the image, the middle may be outside.
        #expect(node.extent.contains(result.extent))
        let region = PixelRect(enclosing: node.extent.insetBy(dx: -2, dy: -2))
        let (before, after) = (try pixels(node, region), try pixels(result, region))
        #expect(before == after)
        #expect(Set(after.map(\.x)).count > 10)
    }

    @Test("stay as they are where that wouldn't be the same, or not be less work") func unchanged() throws {
        let (image, source) = (try kernel(Self.fade, [source()]), try source())
        let unchanged = [
            // Interpolated, enlarged, turned, by a fraction, mirrored.
            image.transformed(by: .init(scaleX: 0.5, y: 0.5)),
            image.transformed(by: .init(scaleX: 2, y: 2), interpolation: .nearest),
            image.transformed(by: .init(a: 0, b: 0.5, c: -0.5, d: 0, tx: 0, ty: 0), interpolation: .nearest),
            image.transformed(by: .init(scaleX: 0.4, y: 0.4), interpolation: .nearest),
            image.transformed(by: .init(scaleX: -0.5, y: 0.5), interpolation: .nearest),
            // One image is read at the pixel and beside it.
            reduced(try kernel(Self.beside, [source]), 2, 2),
            // The picture is needed at its size as well.
            try kernel(Self.both, [reduced(image, 2, 2), image]),
            // No kernel.
            reduced(source, 2, 2),
        ]
        for node in unchanged { #expect(try optimised(node) === node) }
    }
}
