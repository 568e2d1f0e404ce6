import ImageGraph
import Pixels
import TestSupport
import Testing

@testable import BuiltInFilters

@Suite("Masks as bits, 64 rows in a pixel, against the pixels that they come from") struct MaskColumnsTests {
    private let black = ImageNode.constant(GraphColor(components: SIMD4(0, 0, 0, 1), colorSpace: nil))

    @Test("bytes in every order and floats, at origins that aren't multiples of 64")
    func bits() throws {
        let mask = MaskColumns(image: black)
        var random = SeededGenerator(seed: 31)
        for bounds in [
            PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: -70, y: -130, width: 33, height: 300),
            PixelRect(x: 9, y: 63, width: 7, height: 66), PixelRect(x: 3, y: 64, width: 5, height: 64),
        ] {
            let floats = Raster(bounds: bounds)
            // Bytes around one half, and others.
            for y in bounds.y..<bounds.maxY {
                for x in bounds.x..<bounds.maxX {
                    let red = random.below(2) == 0 ? 127 + random.below(2) : random.below(256)
                    floats[x, y] = SIMD4(Float(red), Float(random.below(256)), Float(random.below(256)), 255) / 255
                }
            }
            let blocks = MaskColumns.blocks(bounds.y..<bounds.maxY)
            // One column and one block more on each side.
            let region = PixelRect(
                x: bounds.x - 1, y: blocks.lowerBound - 1, width: bounds.width + 2, height: blocks.count + 2)
            let result = Raster(bounds: region)
            try mask.render(inputs: [floats], region: region, into: result)
            check(result, floats)
            for format in [PixelFormat.RGBA8, .BGRA8, .ARGB8, .ABGR8] {
                // The pixels of floats are four times as large, which is more than enough memory.
                let memory = Raster(bounds: bounds)
                let bytes = PixelView(
                    topLeft: memory.pixels, bounds: bounds, format: format, bytesPerRow: 4 * bounds.width,
                    keeping: nil)
                bytes.pack(floats)
                let found = Raster(bounds: region)
                #expect(mask.resultFormat(reading: format) == .RGBAf)
                try mask.render(stored: [bytes], region: region, into: found.view)
                check(found, floats)
                withExtendedLifetime(memory) {}
            }
        }
        #expect(mask.resultFormat(reading: .RGBAh) == nil)
    }

    private func check(_ result: Raster, _ floats: Raster) {
        for block in result.bounds.y..<result.bounds.maxY {
            for x in result.bounds.x..<result.bounds.maxX {
                let rows = MaskColumns.rows(result[x, block])
                for row in 0..<64 {
                    let isInside = floats[x, 64 * block + row].x > 0.5
                    if (rows >> UInt64(row) & 1 == 1) != isInside {
                        Issue.record("column \(x), row \(64 * block + row)")
                        return
                    }
                }
            }
        }
    }
}
