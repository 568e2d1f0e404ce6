import Dispatch
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Kernels whose results for two pictures are looked up in tables, against the interpreter, which has none.
@Suite(.needsCodeGeneration) struct PairTablesTests {
    /// Source over, where components are powers of the stored ones, and each has its own factor.
    private static let over = """
        kernel vec4 over(__sample s, __sample b, float power) {
            vec3 front = pow(unpremultiply(s).rgb, vec3(power)) * s.a;
            vec3 back = pow(unpremultiply(b).rgb, vec3(power)) * b.a;
            vec4 both = unpremultiply(vec4(front + back * (1.0 - s.a), s.a + b.a * (1.0 - s.a)));
            return premultiply(vec4(pow(both.rgb, vec3(1.0 / power)) * vec3(1.0, 0.9, 0.8), both.a));
        }
        """
    /// The same for all components.
    private static let multiply = """
        kernel vec4 multiply(__sample s, __sample b, float power) {
            return vec4(pow(pow(s.rgb, vec3(power)) * pow(b.rgb, vec3(power)), vec3(1.0 / power)), s.a * b.a);
        }
        """
    private static let bounds = PixelRect(x: -7, y: 3, width: 256, height: 256)

    /// Two pictures in which each component has all pairs of values, each at one pixel.
    private func pictures(
        _ format: PixelFormat = .RGBA8, alphas: (_ x: Int, _ y: Int) -> (Int, Int)
    ) -> [SamplerBinding] {
        func picture(_ value: (_ x: Int, _ y: Int) -> (color: Int, alpha: Int)) -> SamplerBinding {
            let pixels = BytePictures.picture(Self.bounds, format) { x, y in
                let (c, alpha) = value(x - Self.bounds.x, y - Self.bounds.y)
                return SIMD4(truncatingIfNeeded: SIMD4(c, c &* 3 &+ 1, 255 &- c, alpha))
            }
            return SamplerBinding(pixels: pixels, extent: Self.bounds.cgRect)
        }
        return [picture { ($0, alphas($0, $1).0) }, picture { ($1, alphas($0, $1).1) }]
    }

    private func compiled(
        _ program: Program, _ images: [SamplerBinding], format: PixelFormat = .RGBA8, store: Int = 0
    ) throws -> CompiledKernel {
        let prepared = try KernelComparison.compile(
            program, layout: KernelComparison.layout(images, output: format), store: BytePictures.stores[store])
        return try #require(prepared as? CompiledKernel)
    }

    private func result(
        _ kernel: CompiledKernel, _ arguments: [[Float]], _ images: [SamplerBinding], _ region: PixelRect = bounds,
        format: PixelFormat = .RGBA8
    ) throws -> PixelView {
        let output = BytePictures.picture(region, format)
        try kernel.run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    /// Runs a kernel so often that making tables is worthwhile. Returns the last result.
    private func tabulated(
        _ kernel: CompiledKernel, _ arguments: [[Float]], _ images: [SamplerBinding], format: PixelFormat = .RGBA8
    ) throws -> PixelView {
        for _ in 1..<PairTables.minimumPixels / Self.bounds.area {
            _ = try result(kernel, arguments, images, format: format)
            #expect(kernel.pairTables.withLock { $0.tables == nil })
        }
        let last = try result(kernel, arguments, images, format: format)
        #expect(kernel.pairTables.withLock { $0.tables != nil })
        return last
    }

    /// Every pair of values of every component. Colours may exceed alpha.
    @Test(arguments: [over, multiply], [(255, 255), (128, 255), (77, 200), (0, 255)])
    func everyPair(text: String, alphas: (Int, Int)) throws {
        let program = try kernel(text)
        let images = pictures { _, _ in alphas }
        let found = try tabulated(compiled(program, images), [[], [], [2.2]], images)
        let expected = try BytePictures.interpreted(program, [[], [], [2.2]], images, region: Self.bounds)
        #expect(BytePictures.difference(found, expected) == nil)
    }

    @Test(arguments: BytePictures.stores.indices) func everyProcessor(store: Int) throws {
        let program = try kernel(Self.over)
        let images = pictures(.BGRA8) { _, _ in (90, 255) }
        let kernel = try compiled(program, images, format: .BGRA8, store: store)
        let found = try tabulated(kernel, [[], [], [1.8]], images, format: .BGRA8)
        let expected = try BytePictures.interpreted(
            program, [[], [], [1.8]], images, region: Self.bounds, format: .BGRA8)
        #expect(BytePictures.difference(found, expected) == nil)
    }

    /// Single pixels and whole rows with other alphas than the tables'.
    @Test(arguments: BytePictures.stores.indices) func otherAlphas(store: Int) throws {
        let program = try kernel(Self.over)
        let images = pictures { x, y in
            let isOther = y % 7 == 0 ? x == 37 * y % 256 : y % 11 == 0
            return (isOther && y % 2 == 0 ? x : 128, isOther && y % 2 == 1 ? 254 : 255)
        }
        let found = try tabulated(compiled(program, images, store: store), [[], [], [2.2]], images)
        let expected = try BytePictures.interpreted(program, [[], [], [2.2]], images, region: Self.bounds)
        #expect(BytePictures.difference(found, expected) == nil)
    }

    /// Tables belong to arguments and to alphas.
    @Test func changes() throws {
        let program = try kernel(Self.over)
        let (opaque, half) = (pictures { _, _ in (255, 255) }, pictures { _, _ in (128, 255) })
        let kernel = try compiled(program, opaque)
        _ = try tabulated(kernel, [[], [], [2.2]], opaque)
        for (power, images) in [(Float(2.2), opaque), (1.5, opaque), (1.5, half), (2.2, opaque)] {
            let found = try result(kernel, [[], [], [power]], images)
            let expected = try BytePictures.interpreted(program, [[], [], [power]], images, region: Self.bounds)
            #expect(BytePictures.difference(found, expected) == nil)
        }
        #expect(kernel.pairTables.withLock { $0.tables == nil })
        _ = try tabulated(compiled(program, half), [[], [], [1.5]], half)
    }

    /// Regions of many sizes, partly outside of the pictures, and pictures that are moved.
    @Test(arguments: BytePictures.stores.indices) func regions(store: Int) throws {
        let program = try kernel(Self.over)
        var images = pictures { _, _ in (128, 255) }
        images[0].transform = .init(translationX: 3, y: -2)
        let kernel = try compiled(program, images, store: store)
        let bounds = Self.bounds
        _ = try tabulated(kernel, [[], [], [2.2]], images)
        for (x, y, width, height) in [
            (0, 0, 250, 9), (2, 5, 16, 20), (1, 200, 15, 20), (40, 7, 17, 12), (-20, 100, 300, 30), (250, 250, 9, 9),
            (5, 5, 240, 1), (0, -3, 33, 80), (400, 0, 40, 4),
        ] {
            let region = PixelRect(x: bounds.x + x, y: bounds.y + y, width: width, height: height)
            let found = try result(kernel, [[], [], [2.2]], images, region)
            let expected = try BytePictures.interpreted(program, [[], [], [2.2]], images, region: region)
            #expect(BytePictures.difference(found, expected) == nil, "\(region)")
        }
    }

    /// Rows of more than one part, at every alignment, streamed and not.
    @Test func longRows() throws {
        let program = try kernel(Self.multiply)
        let bounds = PixelRect(x: 0, y: 0, width: 2100, height: 40)
        var random = SeededGenerator(seed: 12)
        let images = (0..<2).map { _ in
            let pixels = BytePictures.picture(bounds) { _, _ in
                SIMD4(truncatingIfNeeded: SIMD4(random.below(256), random.below(256), random.below(256), 255))
            }
            return SamplerBinding(pixels: pixels, extent: bounds.cgRect)
        }
        let kernel = try compiled(program, images)
        while kernel.pairTables.withLock({ $0.tables == nil }) {
            _ = try result(kernel, [[], [], [2.2]], images, bounds)
        }
        let expected = try BytePictures.interpreted(program, [[], [], [2.2]], images, region: bounds)
        #expect(BytePictures.difference(try result(kernel, [[], [], [2.2]], images, bounds), expected) == nil)
        // A result that is large enough to be streamed. Its rows start at every alignment.
        let large = PixelRect(x: 0, y: 0, width: 2100, height: StreamingStores.minimumBytes / (4 * 2100) + 1)
        let output = BytePictures.picture(large)
        try kernel.run(
            arguments: KernelArguments(components: [[], [], [2.2]]), images: images, region: bounds, output: output)
        for y in 0..<bounds.height {
            for x in 0..<bounds.width
            where output.pixel(x, y).load(as: UInt32.self) != expected.pixel(x, y).load(as: UInt32.self) {
                Issue.record("pixel (\(x), \(y)) differs")
                return
            }
        }
    }

    /// Threads that share a kernel make its tables once, and all have the same results.
    @Test func threads() throws {
        let program = try kernel(Self.over)
        let images = pictures { _, _ in (128, 255) }
        let kernel = try compiled(program, images)
        let expected = try BytePictures.interpreted(program, [[], [], [2.2]], images, region: Self.bounds)
        DispatchQueue.concurrentPerform(iterations: 24) { _ in
            let found = try? result(kernel, [[], [], [2.2]], images)
            #expect(found.flatMap { BytePictures.difference($0, expected) } == nil && found != nil)
        }
        #expect(kernel.pairTables.withLock { $0.tables != nil })
    }

    /// Pictures whose alpha varies have no tables.
    @Test func varyingAlpha() throws {
        let program = try kernel(Self.over)
        let images = pictures { x, y in (x, y) }
        let kernel = try compiled(program, images)
        for _ in 0..<10 { _ = try result(kernel, [[], [], [2.2]], images) }
        #expect(kernel.pairTables.withLock { $0.key == nil && $0.tables == nil })
    }

    private func hasTables(
        _ text: String, formats: [PixelFormat] = [.RGBA8, .RGBA8], output: PixelFormat = .RGBA8, aligned: Bool = true
    ) throws -> Bool {
        let images = formats.map {
            ImageLayout(format: $0, interpolation: .nearest, wrap: .transparent, isAligned: aligned)
        }
        let program = try kernel(text).expandingTranscendentals()
        return PairTables(program, KernelLayout(images: images, output: output), .current) != nil
    }

    @Test func formats() throws {
        #expect(try hasTables(Self.over))
        #expect(try hasTables(Self.over, formats: [.BGRA8, .BGRA8], output: .BGRA8))
        #expect(try !hasTables(Self.over, formats: [.RGBA8, .BGRA8]))
        #expect(try !hasTables(Self.over, formats: [.RGBAf, .RGBA8]))
        #expect(try !hasTables(Self.over, output: .RGBAh))
        #expect(try !hasTables(Self.over, aligned: false))
    }

    /// Kernels in which a component depends on another, or on anything but the two pixels, and short ones.
    @Test(arguments: [
        "return vec4(pow(s.gbr, vec3(p)) * pow(b.rgb, vec3(p)), s.a);",
        "return vec4(pow(s.rgb, vec3(p)) * pow(b.rgb, vec3(p)), b.r > 0.5 ? 1.0 : s.a);",
        "vec3 c = pow(s.rgb * b.rgb, vec3(p)); if (b.g > 0.5) { c.b = sin(c.b); } return vec4(c, s.a);",
        "return vec4(pow(s.rgb * b.rgb, vec3(p)) * fract(destCoord().x / 7.0), s.a);",
        "return s * b;",
    ]) func mixedComponents(body: String) throws {
        #expect(try !hasTables("kernel vec4 k(__sample s, __sample b, float p) { \(body) }"))
    }

    @Test func samplesElsewhere() throws {
        let text = """
            kernel vec4 k(sampler s, __sample b) {
                vec4 c = sample(s, samplerTransform(s, destCoord() + vec2(1.0, 0.0)));
                return vec4(pow(c.rgb * b.rgb, vec3(2.2)), 1.0);
            }
            """
        #expect(try !hasTables(text))
    }
}
