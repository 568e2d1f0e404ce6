import Foundation
import Interpreter
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Recipes that differ in their pixels only")
struct RecipeTemplateTests {
    /// Pixels in memory that may change, as those of a frame.
    private final class Frame: PixelSource {
        let width, height: Int
        let colorSpace: CGColorSpace?
        let alphaState: AlphaState
        private let raster: Raster

        init(_ seed: UInt64, width: Int = 40, height: Int = 30, alphaState: AlphaState = .premultiplied) {
            (self.width, self.height, self.alphaState, colorSpace) = (
                width, height, alphaState, CGColorSpace(name: CGColorSpace.sRGB)
            )
            raster = Raster(bounds: PixelRect(x: 0, y: 0, width: width, height: height))
            var random = SeededGenerator(seed: seed)
            for index in 0..<width * height {
                let alpha = alphaState == .opaque ? 1 : Float(random.below(255) + 1) / 255
                let color = SIMD3((0..<3).map { _ in Float(random.below(256)) / 255 * alpha })
                raster.pixels[index] = SIMD4(color, alpha)
            }
        }

        var mayChange: Bool { true }
        var storedFormat: PixelFormat? { .RGBAf }
        var storage: PixelView? { raster.view }
        func read(into other: Raster) throws { raster.view.unpack(into: other) }
    }

    private static func program(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        return try #require(result.kernels.first, "\(result.diagnostics)")
    }

    private static let lift = try? program(
        "kernel vec4 lift(__sample s, float gain) { return vec4(s.rgb * gain, s.a); }")

    private func image(_ frame: Frame, gain: Float = 0.5, sigma: Double = 5) throws -> ImageNode {
        let lifted = try ImageNode.kernel(
            #require(Self.lift),
            arguments: [.image(SampledImage(.source(frame, colorManaged: true))), .numbers([gain])],
            extent: CGRect(x: 0, y: 0, width: frame.width, height: frame.height))
        return lifted.clamped(to: lifted.extent).gaussianBlurred(sigma: sigma).cropped(to: lifted.extent)
    }

    private static let region = PixelRect(x: 0, y: 0, width: 40, height: 30)

    private func makeRenderer(caching: Bool = true) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: CGColorSpace(name: CGColorSpace.linearSRGB), backend: InterpreterBackend(),
            tileWidth: 16, tileHeight: 16,
            threadCount: 2)
        configuration.cacheIntermediates = caching
        return Renderer(configuration: configuration)
    }

    private func bits(_ node: ImageNode, _ renderer: Renderer) throws -> [SIMD4<UInt32>] {
        try renderer.render(node, region: Self.region).bits
    }

    @Test("frames of one shape share a recipe, and each shows its own pixels", arguments: [true, false])
    func shared(caching: Bool) throws {
        let renderer = makeRenderer(caching: caching)
        for seed in 0..<5 as Range<UInt64> {
            let node = try image(Frame(seed))
            #expect(try bits(node, renderer) == bits(node, makeRenderer()), "frame \(seed)")
        }
        #expect(renderer.caches.templates.count == 1 && renderer.caches.recipes.count == 0)
    }

    @Test("other numbers, sizes, alpha or regions are other recipes") func distinct() throws {
        let renderer = makeRenderer()
        let nodes = try [
            image(Frame(1)), image(Frame(1), gain: 0.25), image(Frame(1), sigma: 2), image(Frame(1, width: 39)),
            image(Frame(1, alphaState: .opaque)),
        ]
        for (count, node) in nodes.enumerated() {
            #expect(try bits(node, renderer) == bits(node, makeRenderer()), "image \(count)")
            #expect(renderer.caches.templates.count == count + 1)
        }
        _ = try renderer.render(nodes[0], region: PixelRect(x: 1, y: 1, width: 20, height: 20))
        #expect(renderer.caches.templates.count == nodes.count + 1)
    }

    @Test("two frames in one image keep their places") func places() throws {
        let renderer = makeRenderer()
        let dissolve = try Self.program(
            "kernel vec4 dissolve(__sample a, __sample b) { return a * 0.25 + b * 0.75; }")
        func node(_ first: Frame, _ second: Frame) throws -> ImageNode {
            let images = [first, second].map { KernelArgument.image(SampledImage(.source($0, colorManaged: true))) }
            return try .kernel(dissolve, arguments: images, extent: Self.region.cgRect)
        }
        let (a, b) = (Frame(1), Frame(2))
        for node in [try node(a, b), try node(b, a)] {
            #expect(try bits(node, renderer) == bits(node, makeRenderer()))
        }
        #expect(renderer.caches.templates.count == 1)
        // One frame in both places is another shape.
        #expect(try bits(node(a, a), renderer) == bits(node(a, a), makeRenderer()))
        #expect(renderer.caches.templates.count == 2)
    }

    @Test("a cached recipe keeps no frame") func released() throws {
        let renderer = makeRenderer()
        weak var frame: Frame?
        do {
            let first = Frame(1)
            frame = first
            _ = try bits(image(first), renderer)
        }
        #expect(frame == nil && renderer.caches.templates.count == 1)
        renderer.clearCaches()
        #expect(renderer.caches.templates.count == 0)
    }

    @Test("recipes with pixels that stay the same, or with functions that can't be compared, have no shape")
    func withoutShape() throws {
        #expect(RecipeShape.make(.source(PatternSource(4, 4)), for: .preparation) == nil)
        let free = try ImageNode.kernel(
            .named("spread", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(.source(Frame(1), colorManaged: true)))], extent: Self.region.cgRect
        ) { $1.insetBy(dx: -3, dy: -2) }
        #expect(RecipeShape.make(free, for: .preparation) == nil)
        #expect(try RecipeShape.make(image(Frame(1)), for: .preparation)?.sources.count == 1)
    }
}
