import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Divisions by alpha, in which the opaque pixels at the start of a row are converted without a division, against the
/// interpreter.
@Suite(.needsCodeGeneration) struct OpaqueRowTests {
    /// Rows that are opaque up to any column, or to their end.
    @Test(arguments: [PixelFormat.RGBA8, .BGRA8, .ARGB8], [PixelFormat.RGBAf, .RGBAh])
    func prefixes(format: PixelFormat, result: PixelFormat) throws {
        let program = try #require(LowerAlpha.unpremultiplication)
        var random = SeededGenerator(seed: 12)
        for width in [1, 15, 16, 31, 32, 33, 47, 64, 100, 131] {
            // The last row is opaque.
            let bounds = PixelRect(x: -5, y: 2, width: width, height: width + 1)
            let picture = BytePictures.picture(bounds, format) { x, y in
                let isOpaque = x - bounds.x != y - bounds.y
                let alpha = isOpaque ? 255 : random.below(255)
                return SIMD4(
                    truncatingIfNeeded: SIMD4(random.below(256), random.below(256), random.below(256), alpha))
            }
            let image = SamplerBinding(pixels: picture, extent: bounds.cgRect)
            let expected = try KernelComparison.interpreted(
                program, [[]], images: BytePictures.unpacked([image]), region: bounds)
            for store in BytePictures.stores {
                let memory = TestMemory(byteCount: bounds.area * result.bytesPerPixel)
                let output = PixelView(
                    bounds: bounds, format: result, base: memory.base, bytesPerRow: bounds.width * result.bytesPerPixel,
                    keeping: memory)
                if result == .RGBAh, !store.processor.instructions.hasHalfConversion { continue }
                try KernelComparison.compile(
                    program, layout: KernelComparison.layout([image], output: result), store: store
                ).run(arguments: KernelArguments(components: [[]]), images: [image], region: bounds, output: output)
                let (found, stored) = (Raster(bounds: bounds), TestMemory(byteCount: memory.byteCount))
                output.unpack(into: found)
                let rounded = PixelView(
                    bounds: bounds, format: result, base: stored.base, bytesPerRow: output.bytesPerRow, keeping: stored)
                rounded.pack(expected)
                let wanted = Raster(bounds: bounds)
                rounded.unpack(into: wanted)
                #expect(KernelComparison.difference(found, wanted) == nil, "\(width) wide")
            }
        }
    }

    /// The function is in the text where it applies, and nowhere else.
    @Test func choice() throws {
        let division = try #require(LowerAlpha.unpremultiplication)
        func isUsed(_ program: Program, _ format: PixelFormat, _ output: PixelFormat) throws -> Bool {
            let image = ImageLayout(format: format, interpolation: .linear, wrap: .transparent, isAligned: true)
            let layout = KernelLayout(images: [image], output: output)
            var emitter = try KernelEmitter(program, layout: layout, processor: .level(3))
            return try emitter.text().contains("@\(OpaqueRowEmitter.name)(")
        }
        #expect(try isUsed(division, .RGBA8, .RGBAf) && isUsed(division, .BGRA8, .RGBAh))
        #expect(try !isUsed(division, .RGBAf, .RGBAf) && !isUsed(division, .RGBA8, .RGBA8))
        #expect(try !isUsed(kernel("kernel vec4 k(__sample s) { return s.bgra; }"), .RGBA8, .RGBAf))
    }
}
