import Foundation
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// The whole path: kernel text, compiler, interpreter, renderer.
@Suite("Recipes with interpreted kernels")
struct InterpretedRecipeTests {
    private let size = PixelRect(0, 0, 41, 27)
    private var image: ImageNode { .source(PatternSource(41, 27)) }
    private var pixel: (Int, Int) -> SIMD4<Float> { inside(size, Noise.pixel) }

    private func program(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        return try #require(result.kernels.first, "\(result.diagnostics)")
    }

    private func render(_ node: ImageNode, _ region: PixelRect, tile: Int = 16, threads: Int = 2) throws -> Raster {
        let configuration = RendererConfiguration(
            workingColorSpace: nil, backend: InterpreterBackend(), tileWidth: tile, tileHeight: tile,
            threadCount: threads)
        return try Renderer(configuration: configuration).render(node, region: region)
    }

    @Test("a colour kernel with numbers, a vector and a colour") func colorKernel() throws {
        let program = try program(
            "kernel vec4 mixIn(__sample s, float t, vec2 v, __color c) { return mix(s, c, t) + vec4(v, 0.0, 0.0); }")
        let node = try ImageNode.kernel(
            program,
            arguments: [
                .image(SampledImage(image)), .numbers([0.25]), .numbers([0.5, -0.5]),
                .color(GraphColor(components: SIMD4(1, 0.5, 0.25, 0.5), colorSpace: nil)),
            ], extent: size.cgRect)
        let color = SIMD4<Float>(0.5, 0.25, 0.125, 0.5)
        let raster = try render(node, PixelRect(-3, -3, 50, 33))
        let expected = inside(size) { pixel($0, $1) * 0.75 + color * 0.25 + SIMD4(0.5, -0.5, 0, 0) }
        #expect(raster.largestDifference(expected) < 1e-6)
    }

    @Test("a general kernel samples between pixels, in sampler space, tile by tile") func generalKernel() throws {
        let program = try program(
            """
            kernel vec4 blend3(sampler s, vec2 d) {
                vec2 p = destCoord();
                return (sample(s, samplerTransform(s, p - d)) + sample(s, samplerCoord(s)) + sample(s, samplerTransform(s, p + d))) / 3.0;
            }
            """)
        let node = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(image)), .numbers([2.25, -1.5])],
            extent: size.cgRect.insetBy(dx: -3, dy: -2)
        ) { $1.insetBy(dx: -2.25, dy: -1.5) }
        let raster = try render(node, PixelRect(-3, -2, 47, 31))
        let expected = { (x: Int, y: Int) -> SIMD4<Float> in
            let (u, v) = (Double(x) + 0.5, Double(y) + 0.5)
            return (bilinear(u - 2.25, v + 1.5, pixel) + pixel(x, y) + bilinear(u + 2.25, v - 1.5, pixel)) / 3
        }
        #expect(raster.largestDifference(expected) < 1e-4)
        for (tile, threads) in [(1, 4), (5, 3), (100, 1)] {
            #expect(
                try render(node, raster.bounds, tile: tile, threads: threads).bits == raster.bits, "tiles of \(tile)")
        }
    }

    @Test("a warp kernel's points are where its image is sampled") func warpKernel() throws {
        let program = try program(
            "kernel vec2 mirrorX(float width) { vec2 p = destCoord(); return vec2(width - p.x, p.y + 0.5); }")
        let node = try ImageNode.kernel(
            program, arguments: [.numbers([41]), .image(SampledImage(image))], extent: size.cgRect
        ) { CGRect(x: 41 - $1.maxX, y: $1.minY, width: $1.width, height: $1.height + 0.5) }
        let raster = try render(node, size)
        #expect(raster.largestDifference { bilinear(41 - Double($0) - 0.5, Double($1) + 1, pixel) } < 1e-6)
    }

    @Test("a clamped sampler repeats the edge where a transparent one ends") func wrapping() throws {
        let program = try program(
            "kernel vec4 shifted(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(30.0, 0.0))); }")
        for wrap in [WrapMode.clamp, .transparent] {
            let node = try ImageNode.kernel(
                program, arguments: [.image(SampledImage(image, wrap: wrap))], extent: size.cgRect
            ) { $1.offsetBy(dx: 30, dy: 0) }
            let raster = try render(node, size)
            let edge = { (x: Int, y: Int) in wrap == .clamp ? pixel(min(x + 30, 40), y) : pixel(x + 30, y) }
            #expect(raster.largestDifference(edge) == 0)
        }
    }

    @Test("a kernel without images draws anywhere") func generator() throws {
        let program = try program("kernel vec4 stripes(float w) { return vec4(step(w, mod(destCoord().x, 2.0 * w))); }")
        let node = try ImageNode.kernel(program, arguments: [.numbers([3])], extent: .infinite)
        let raster = try render(node, PixelRect(-20, -3, 40, 6))
        #expect(raster.largestDifference { x, _ in SIMD4(repeating: (x % 6 + 6) % 6 >= 3 ? 1 : 0) } == 0)
    }

    @Test("a loop without end ends in an error that names the kernel") func endless() throws {
        let program = try program(
            "kernel vec4 forever(__sample s) { while (s.a > -1.0) { s.r = s.r + 1.0; } return s; }")
        let node = try ImageNode.kernel(program, arguments: [.image(SampledImage(image))], extent: size.cgRect)
        let configuration = RendererConfiguration(
            workingColorSpace: nil, backend: InterpreterBackend(stepBudget: 100), tileWidth: 16, tileHeight: 16,
            threadCount: 2)
        #expect {
            try Renderer(configuration: configuration).render(node, region: size)
        } throws: { error in
            guard case RenderingError.kernelFailed("forever", let cause) = error else { return false }
            return cause is KernelRunError
        }
    }
}
