import Foundation
import Interpreter
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Recipes that are optimised once for many pictures")
struct OptimisedRecipeTests {
    private static let region = PixelRect(x: 0, y: 0, width: 24, height: 18)

    private static func program(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        return try #require(result.kernels.first, "\(result.diagnostics)")
    }

    private static let lift = try? program("kernel vec4 lift(__sample s, float a) { return vec4(s.rgb * a, s.a); }")

    private static func picture(_ seed: Int, width: Int = 24, height: Int = 18) -> PatternSource {
        PatternSource(width, height) { x, y in
            SIMD4(Float((x * 7 + y * 3 + seed * 5) % 16) / 16, Float((x + y * seed) % 9) / 9, 0.25, 1)
        }
    }

    private func lifted(_ source: any PixelSource, by amount: Float = 0.5) throws -> ImageNode {
        let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
        let first = try ImageNode.kernel(
            #require(Self.lift), arguments: [.image(SampledImage(.source(source))), .numbers([amount])],
            extent: extent)
        return try ImageNode.kernel(
            #require(Self.lift), arguments: [.image(SampledImage(first)), .numbers([0.75])], extent: extent)
    }

    private func makeRenderer(optimises: Bool = true) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: CGColorSpace(name: CGColorSpace.linearSRGB), backend: InterpreterBackend(),
            tileWidth: 16, tileHeight: 16, threadCount: 2)
        configuration.optimises = optimises
        return Renderer(configuration: configuration)
    }

    private func bits(
        _ node: ImageNode, _ renderer: Renderer, region: PixelRect = OptimisedRecipeTests.region
    ) throws -> [SIMD4<UInt32>] { try renderer.render(node, region: region).bits }

    @Test("pictures of one size share an optimised recipe, and each shows its own pixels")
    func shared() throws {
        let renderer = makeRenderer()
        for seed in 0..<5 {
            let node = try lifted(Self.picture(seed))
            #expect(try bits(node, renderer) == bits(node, makeRenderer(optimises: false)), "picture \(seed)")
        }
        #expect(renderer.caches.optimised.count == 1)
    }

    @Test("other numbers, sizes and regions are other recipes; the number of kept ones is limited")
    func distinct() throws {
        let renderer = makeRenderer()
        let nodes = try [
            lifted(Self.picture(1)), lifted(Self.picture(1), by: 0.25), lifted(Self.picture(1, width: 23)),
        ]
        for (count, node) in nodes.enumerated() {
            #expect(try bits(node, renderer) == bits(node, makeRenderer(optimises: false)))
            #expect(renderer.caches.optimised.count == count + 1)
        }
        _ = try bits(nodes[0], renderer, region: PixelRect(x: 1, y: 1, width: 4, height: 4))
        #expect(renderer.caches.optimised.count == nodes.count + 1)
        for amount in 0..<20 { _ = try bits(lifted(Self.picture(1), by: Float(amount)), renderer) }
        #expect(renderer.caches.optimised.count == 8)
        renderer.clearCaches()
        #expect(renderer.caches.optimised.count == 0)
    }

    @Test("two pictures in one image keep their places")
    func places() throws {
        let renderer = makeRenderer()
        let mix = try Self.program("kernel vec4 mix2(__sample a, __sample b) { return a * 0.25 + b * 0.75; }")
        func node(_ first: PatternSource, _ second: PatternSource) throws -> ImageNode {
            try .kernel(
                mix, arguments: [first, second].map { .image(SampledImage(.source($0))) },
                extent: Self.region.cgRect)
        }
        let (a, b) = (Self.picture(1), Self.picture(2))
        for node in [try node(a, b), try node(b, a), try node(a, a)] {
            #expect(try bits(node, renderer) == bits(node, makeRenderer(optimises: false)))
        }
        // One picture in both places is another shape.
        #expect(renderer.caches.optimised.count == 2)
    }

    @Test("pictures that are decoded smaller share the decision, and each is decoded itself")
    func reduced() throws {
        let renderer = makeRenderer()
        func node(_ seed: Float) -> ImageNode {
            let source = ReduciblePattern(160, 120) { x, y in SIMD4(Float(x) / 160, Float(y) / 120, seed / 8, 1) }
            let whole = ImageNode.source(source)
            return whole.clamped(to: whole.extent).lanczosScaled(x: 0.1, y: 0.1)
        }
        let region = PixelRect(x: 0, y: 0, width: 16, height: 12)
        for seed in 0..<4 as Range<Int> {
            let image = node(Float(seed))
            #expect(image.reducedSources.count == 1)
            let pixels = try renderer.render(image, region: region)
            #expect(pixels.bits == (try makeRenderer().render(image, region: region)).bits)
            #expect(abs(pixels[8, 6].z - Float(seed) / 8) < 1e-4)
        }
        #expect(renderer.caches.optimised.count == 1)
    }

    @Test("strips of a file share it, too")
    func strips() throws {
        let renderer = makeRenderer()
        for seed in 0..<3 {
            let node = try lifted(Self.picture(seed))
            var rows: [SIMD4<UInt32>] = []
            try renderer.renderStrips(of: node, region: Self.region, stripHeight: 18) { rows += $0.bits }
            #expect(try rows == bits(node, makeRenderer(optimises: false)))
        }
        #expect(renderer.caches.optimised.count == 1)
    }

    @Test("a kept recipe keeps no picture")
    func released() throws {
        let renderer = makeRenderer()
        weak var picture: PatternSource?
        do {
            let first = Self.picture(1)
            picture = first
            _ = try bits(lifted(first), renderer)
        }
        renderer.caches.recipes.clear()
        #expect(picture == nil && renderer.caches.optimised.count == 1)
    }
}
