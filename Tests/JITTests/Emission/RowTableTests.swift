import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Images of one short row, which are looked up in tables where the processor has instructions for it, against the
/// interpreter, which has none.
@Suite(.needsCodeGeneration) struct RowTableTests {
    /// Samples a row at a place that depends on the column, and beside it.
    private static let kernelText = """
        kernel vec4 gradient(sampler row, float first, float step, float y) {
            float place = first + step * destCoord().x;
            vec4 low = sample(row, samplerTransform(row, vec2(place, y)));
            vec4 high = sample(row, samplerTransform(row, vec2(place + 1.0, y)));
            return 0.25 * low + 0.75 * high;
        }
        """

    /// Sizes at which tables are used, and the next ones at which they aren't.
    @Test(
        arguments: [(1, 1), (2, 1), (127, 1), (128, 1), (129, 1), (255, 1), (256, 1), (257, 1), (60, 2)],
        [WrapMode.transparent, .clamp])
    func sizes(size: (width: Int, height: Int), wrap: WrapMode) throws {
        let program = try kernel(Self.kernelText)
        var random = SeededGenerator(seed: UInt64(size.width))
        for format in [PixelFormat.RGBA8, .BGRA8, .ARGB8, .ABGR8] {
            let bounds = PixelRect(x: -7, y: 3, width: size.width, height: size.height)
            let row = BytePictures.picture(bounds, format) { _, _ in
                SIMD4(
                    truncatingIfNeeded: SIMD4(
                        random.below(256), random.below(256), random.below(256), random.below(256)))
            }
            let image = SamplerBinding(pixels: row, extent: bounds.cgRect, interpolation: .nearest, wrap: wrap)
            let region = PixelRect(x: -300, y: 0, width: 601, height: 3)
            // Through all columns, outside, far outside, and no place at all; in the row and beside it.
            for (first, step, y): (Float, Float, Float) in [
                (0, 1, 3.5), (-2.3, 0.43, 3.0), (100, -1, 3.999), (0, 1, 4.0), (0, 1, 2.9), (1e9, 1e7, 3.5),
                (.nan, 1, 3.5), (0, .infinity, 3.5), (0, 1, .nan), (0, 1, -1e20),
            ] {
                let arguments: [[Float]] = [[], [first], [step], [y]]
                let result = try KernelComparison.compiled(program, arguments, images: [image], region: region)
                let expected = try KernelComparison.interpreted(
                    program, arguments, images: BytePictures.unpacked([image]), region: region)
                #expect(KernelComparison.difference(result, expected) == nil, "\(format), \(first) \(step) \(y)")
            }
        }
    }

    /// Only nearest samples of aligned images of bytes are looked up, and only with few columns in one row.
    @Test func choice() throws {
        let program = try kernel(Self.kernelText)
        func images(_ format: PixelFormat, _ interpolation: Interpolation, aligned: Bool = true) -> [Int] {
            let image = ImageLayout(
                format: format, interpolation: interpolation, wrap: .transparent, isAligned: aligned)
            return RowTable.images(program, KernelLayout(images: [image], output: .RGBA8), .current)
        }
        let hasTables = TargetProcessor.current.instructions.hasByteTables
        #expect(images(.RGBA8, .nearest) == (hasTables ? [0] : []))
        #expect(images(.RGBA8, .linear).isEmpty && images(.RGBAf, .nearest).isEmpty)
        #expect(images(.RGBA8, .nearest, aligned: false).isEmpty && images(.RGBX8, .nearest).isEmpty)
        let region = PixelRect(x: 0, y: 0, width: 64, height: 64)
        func isUsed(_ width: Int, _ height: Int, _ region: PixelRect = region) -> Bool {
            RowTable.isWorthwhile(for: PixelRect(x: 5, y: 6, width: width, height: height), region: region)
        }
        #expect(isUsed(1, 1) && isUsed(256, 1) && !isUsed(257, 1) && !isUsed(9, 2) && !isUsed(0, 0))
        #expect(!isUsed(9, 1, PixelRect(x: 0, y: 0, width: 30, height: 30)))
    }
}
