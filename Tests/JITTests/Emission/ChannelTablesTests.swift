import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Kernels whose results for opaque pixels are looked up in tables, against the interpreter, which has none.
@Suite(.needsCodeGeneration) struct ChannelTablesTests {
    private static let curve = """
        kernel vec4 curve(__sample s, float power) {
            vec4 c = unpremultiply(s);
            vec3 bent = pow(c.rgb, vec3(power));
            if (c.r > 0.5) { bent.r = 1.0 - bent.r * bent.r; }
            return premultiply(vec4(bent * vec3(1.0, 0.9, 0.8) + vec3(0.0, 0.02, 0.05), c.a * 0.8));
        }
        """

    private func tables(
        _ text: String, formats: [PixelFormat] = [.RGBA8], output: PixelFormat = .RGBA8, aligned: Bool = true
    ) throws -> ChannelTables? {
        let images = formats.map {
            ImageLayout(format: $0, interpolation: .nearest, wrap: .transparent, isAligned: aligned)
        }
        let program = try kernel(text).expandingTranscendentals()
        return ChannelTables(program, KernelLayout(images: images, output: output), .current)
    }

    /// Every value of every component, in opaque pixels, beside pixels with every alpha.
    @Test(arguments: [PixelFormat.RGBA8, .BGRA8], BytePictures.stores.indices)
    func everyValue(format: PixelFormat, store: Int) throws {
        let bounds = PixelRect(x: -40, y: -9, width: 256, height: 24)
        let picture = BytePictures.picture(bounds, format) { x, y in
            let (column, row) = (x - bounds.x, y - bounds.y)
            let alpha = row < 8 ? 255 : row < 16 ? column : (column / 7 + row) % 3 == 0 ? 254 : 255
            return SIMD4(truncatingIfNeeded: SIMD4(column, column &* 3 &+ row, 255 &- column, alpha))
        }
        let images = [SamplerBinding(pixels: picture, extent: bounds.cgRect)]
        let program = try kernel(Self.curve)
        for power in [Float(2.2), 0.4, 2.2] {
            let arguments: [[Float]] = [[], [power]]
            let result = try BytePictures.compiled(
                program, arguments, images, region: bounds, format: format, store: BytePictures.stores[store])
            let expected = try BytePictures.interpreted(program, arguments, images, region: bounds, format: format)
            #expect(BytePictures.difference(result, expected) == nil)
        }
    }

    /// Regions of many sizes, partly outside of the picture and of images that are moved.
    @Test(arguments: BytePictures.stores.indices) func regions(store: Int) throws {
        let bounds = PixelRect(x: -3, y: 5, width: 90, height: 70)
        var random = SeededGenerator(seed: 8)
        let picture = BytePictures.picture(bounds) { _, _ in
            SIMD4(truncatingIfNeeded: SIMD4(random.below(256), random.below(256), random.below(256), 255))
        }
        let program = try kernel(Self.curve)
        for (width, height, dx, dy) in [
            (90, 70, 0, 0), (2048, 1, -60, 9), (1, 2048, 3, 0), (33, 70, 4, -2), (17, 130, 60, -30),
            (16, 128, 5, 0), (15, 140, 70, 3), (200, 20, -20, 60), (7, 3, 0, 0), (70, 60, -300, 0),
        ] {
            var image = SamplerBinding(pixels: picture, extent: bounds.cgRect)
            image.transform = .init(translationX: Double(dx / 2), y: Double(dy / 3))
            let region = PixelRect(x: bounds.x + dx, y: bounds.y + dy, width: width, height: height)
            let result = try BytePictures.compiled(
                program, [[], [1.7]], [image], region: region, store: BytePictures.stores[store])
            let expected = try BytePictures.interpreted(program, [[], [1.7]], [image], region: region)
            #expect(BytePictures.difference(result, expected) == nil, "\(region)")
        }
    }

    /// Results that depend on another image change with its pixels.
    @Test func otherImages() throws {
        let program = try kernel(
            """
            kernel vec4 k(__sample s, sampler row) {
                vec4 r = sample(row, samplerTransform(row, vec2(s.r * 255.0 + 0.5, 0.5)));
                vec4 g = sample(row, samplerTransform(row, vec2(s.g * 255.0 + 0.5, 0.5)));
                return vec4(r.r, g.g * 0.5, s.b * s.a + 0.1, 1.0);
            }
            """)
        let bounds = PixelRect(x: 0, y: 0, width: 256, height: 16)
        let picture = BytePictures.picture(bounds) { x, y in
            SIMD4(truncatingIfNeeded: SIMD4(x, x &* 5, x &+ y, y == 3 ? x : 255))
        }
        for seed in [3, 4] as [UInt64] {
            var random = SeededGenerator(seed: seed)
            let place = PixelRect(x: 0, y: 0, width: 256, height: 1)
            let row = Raster.noise(place, &random).view
            let images = [
                SamplerBinding(pixels: picture, extent: bounds.cgRect),
                SamplerBinding(pixels: row, extent: place.cgRect, interpolation: .nearest),
            ]
            // The kernel is so short that it has tables only where looking them up is fast.
            let fast = TargetProcessor(
                description: "flags : sse4_1 avx2 fma f16c avx512f avx512bw avx512dq avx512vl avx512vbmi",
                architecture: .x86_64)
            let found = ChannelTables(program, KernelComparison.layout(images, output: .RGBA8), fast)
            #expect(found?.picture == 0 && found?.dependOnArgumentsOnly == false)
            let result = try BytePictures.compiled(program, [[], []], images, region: bounds)
            let expected = try BytePictures.interpreted(program, [[], []], images, region: bounds)
            #expect(BytePictures.difference(result, expected) == nil)
        }
    }

    @Test func separableKernelsHaveTables() throws {
        #expect(try tables(Self.curve)?.dependOnArgumentsOnly == true)
        #expect(try tables(Self.curve, formats: [.BGRA8], output: .BGRA8) != nil)
    }

    /// The tables of a kernel that reads the picture's size can't be kept for another picture.
    @Test func sizesOfPictures() throws {
        let text = """
            kernel vec4 k(sampler s) {
                vec4 c = sample(s, samplerCoord(s));
                return vec4(pow(c.rgb, vec3(2.0)) * (samplerSize(s).x / 1000.0), c.a);
            }
            """
        #expect(try tables(text)?.dependOnArgumentsOnly == false)
    }

    @Test func formatsWithoutTables() throws {
        #expect(try tables(Self.curve, formats: [.RGBA8], output: .BGRA8) == nil)
        #expect(try tables(Self.curve, formats: [.RGBAf]) == nil)
        #expect(try tables(Self.curve, formats: [.RGBAf], output: .RGBAf) == nil)
        #expect(try tables(Self.curve, aligned: false) == nil)
    }

    /// Kernels in which a component depends on another, or on anything but the pixel.
    @Test(arguments: [
        "vec4 c = unpremultiply(s); return vec4(pow(c.gbr, vec3(2.0)), c.a);",
        "vec3 c = pow(s.rgb, vec3(2.0)); return vec4(c, s.r > 0.5 ? 1.0 : 0.5);",
        "vec3 c = pow(s.rgb, vec3(2.0)); if (s.g > 0.5) { c.b = sin(c.b); } return vec4(c, s.a);",
        "vec3 c = pow(s.rgb, vec3(2.0)); return vec4(c, c.r);",
        "vec3 c = pow(s.rgb, vec3(2.0)); return vec4(c * fract(destCoord().x / 7.0), s.a);",
        "vec3 c = pow(s.rgb, vec3(2.0)); for (int i = 0; i < int(s.r * 9.0); i++) { c.r = c.r + sin(c.r); } return vec4(c, s.a);",
        "vec3 c = pow(s.rgb, vec3(2.0)); float a[3]; a[int(s.r * 2.0)] = c.r; return vec4(a[1], c.gb, s.a);",
    ]) func mixedComponents(body: String) throws {
        #expect(try tables("kernel vec4 k(__sample s) { \(body) }") == nil)
    }

    @Test func twoPicturesHaveNoTables() throws {
        let text = "kernel vec4 k(__sample s, __sample t) { return vec4(pow(s.rgb, vec3(2.0)), t.a); }"
        #expect(try tables(text, formats: [.RGBA8, .RGBA8]) == nil)
    }
}
