import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Kernels that are computed with bytes, against the interpreter, which computes with floats.
@Suite(.needsCodeGeneration) struct ByteProgramTests {
    /// Kernels of two images with this form.
    private static let bodies = [
        "return min(s, b);",
        "return max(s, b);",
        "return s + b;",
        "return s - b;",
        "return vec4(s.a - s.rgb, s.a) + b * 0.0;",
        "return vec4(abs(s.rgb - b.rgb), max(s.a, b.a));",
        "return s + b * (1.0 - s.a);",
        "return s * b.a + b * (1.0 - s.a);",
        "return s * b;",
        "return s + b - s * b;",
        "vec3 both = max(b.rgb * s.a - s.rgb * b.a, 0.0);"
            + "return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);",
        "float alpha = s.a * b.a;"
            + "return vec4(alpha > 0.0 ? abs(s.rgb * b.a - b.rgb * s.a) : vec3(0.0), alpha);",
        "return vec4(max(-s.rgb, b.rgb - 1.0) + 1.0, min(1.0, s.a + b.a));",
        "return vec4(-abs(s.rgb - b.rgb), 1.0);",
    ]

    private func program(_ body: String) throws -> Program {
        try kernel("kernel vec4 k(__sample s, __sample b) { \(body) }")
    }

    private func bytes(_ program: Program, _ formats: [PixelFormat] = [.RGBA8, .RGBA8], _ output: PixelFormat = .RGBA8)
        -> ByteProgram?
    {
        let images = formats.map {
            ImageLayout(format: $0, interpolation: .linear, wrap: .transparent, isAligned: true)
        }
        return ByteProgram(program, KernelLayout(images: images, output: output))
    }

    /// Every pair of values, with many pairs of alphas.
    @Test(arguments: bodies) func everyPair(body: String) throws {
        let program = try program(body)
        #expect(bytes(program) != nil)
        var random = SeededGenerator(seed: 11)
        let bounds = PixelRect(x: -128, y: -7, width: 256, height: 256)
        let format: PixelFormat = body.count % 2 == 0 ? .RGBA8 : .BGRA8
        for turn in 0..<6 {
            let alphas = turn == 0 ? [255, 255] : turn == 1 ? [255, 128] : [random.below(256), random.below(256)]
            // Two components have values up to alpha, as in premultiplied pixels, and one has any values.
            let pictures = (0..<2).map { index in
                BytePictures.picture(bounds, format) { x, y in
                    let value = index == 0 ? x - bounds.x : y - bounds.y
                    let alpha = turn < 4 ? alphas[index] : index == 0 ? y - bounds.y : x - bounds.x
                    return SIMD4(
                        truncatingIfNeeded: SIMD4(
                            value, (value * alpha + 127) / 255, alpha - value * alpha / 255, alpha))
                }
            }
            let images = pictures.map { SamplerBinding(pixels: $0, extent: bounds.cgRect) }
            let store = BytePictures.stores[turn % BytePictures.stores.count]
            let result = try BytePictures.compiled(
                program, [[], []], images, region: bounds, format: format, store: store)
            let expected = try BytePictures.interpreted(program, [[], []], images, region: bounds, format: format)
            #expect(BytePictures.difference(result, expected) == nil, "alphas \(alphas)")
        }
    }

    /// Regions partly outside of the images, which are moved by different distances.
    @Test(arguments: BytePictures.stores.indices) func regions(store: Int) throws {
        let program = try program("return s + b * (1.0 - s.a);")
        var random = SeededGenerator(seed: 4)
        let places = [PixelRect(x: -3, y: 5, width: 60, height: 30), PixelRect(x: 9, y: -8, width: 70, height: 33)]
        let pictures = places.map { bounds in
            BytePictures.picture(bounds) { _, _ in
                SIMD4(truncatingIfNeeded: SIMD4((0..<4).map { _ in random.below(256) }))
            }
        }
        for _ in 0..<30 {
            let images = zip(pictures, places).map { picture, place in
                var image = SamplerBinding(pixels: picture, extent: place.cgRect)
                image.transform = .init(
                    translationX: Double(random.below(30) - 15), y: Double(random.below(20) - 10))
                return image
            }
            let region = PixelRect(
                x: random.below(50) - 25, y: random.below(40) - 20, width: 1 + random.below(80),
                height: 1 + random.below(9))
            let result = try BytePictures.compiled(
                program, [[], []], images, region: region, store: BytePictures.stores[store])
            let expected = try BytePictures.interpreted(program, [[], []], images, region: region)
            #expect(BytePictures.difference(result, expected) == nil, "\(region)")
        }
    }

    /// Kernels whose results may lie halfway between two bytes, that mix components, or that compute anything else.
    @Test(arguments: [
        "return s * b * s;", "return s * 0.5;", "return s.grba;", "return s / b.a;",
        "return vec4(s.rgb, s.r);", "return vec4(s.rg, b.b, s.a);", "return s + destCoord().x;",
        "return s.a > b.a ? s : b;", "return sqrt(s) + b;",
        "return vec4(s.rgb - b.rgb > vec3(0.0) ? s.rgb : vec3(0.0), 1.0);",
        "if (s.a > 0.5) { return s; } return b;",
    ]) func otherKernels(body: String) throws {
        guard let program = try? program(body) else { return }
        #expect(bytes(program) == nil)
    }

    /// A kernel whose numbers don't fit 16 bits is computed with floats.
    @Test func largeNumbers() throws {
        let program = try program(
            "return vec4(s.rgb + b.rgb - min(s.rgb * b.a, b.rgb * s.a), s.a + b.a - s.a * b.a);")
        #expect(bytes(program) == nil)
        let bounds = PixelRect(x: 0, y: 0, width: 256, height: 2)
        let pictures = (0..<2).map { index in
            BytePictures.picture(bounds) { x, y in
                SIMD4(truncatingIfNeeded: SIMD4(x / 2, x / 3, index * 40, 128 + x / 2))
            }
        }
        let images = pictures.map { SamplerBinding(pixels: $0, extent: bounds.cgRect) }
        let result = try BytePictures.compiled(program, [[], []], images, region: bounds)
        let expected = try BytePictures.interpreted(program, [[], []], images, region: bounds)
        #expect(BytePictures.difference(result, expected) == nil)
    }

    @Test func otherFormats() throws {
        let program = try program("return min(s, b);")
        #expect(bytes(program) != nil)
        #expect(bytes(program, [.BGRA8, .BGRA8], .BGRA8) != nil)
        #expect(bytes(program, [.RGBA8, .BGRA8], .RGBA8) == nil)
        #expect(bytes(program, [.RGBA8, .RGBA8], .BGRA8) == nil)
        #expect(bytes(program, [.RGBAf, .RGBA8], .RGBA8) == nil)
        #expect(bytes(program, [.RGBAh, .RGBAh], .RGBAh) == nil)
    }
}
