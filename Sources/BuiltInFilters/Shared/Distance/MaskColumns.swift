import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// A mask as bits, 64 rows of a column in one pixel. With it, distances over many rows are found quickly.
///
/// Pixel (x, j) holds the rows from 64 j on, 16 in each component from red to alpha, as a whole number whose lowest bit
/// is the lowest row. A bit is set if red exceeds ½. So a transparent pixel describes the area outside the image
/// correctly: nothing there is in the mask.
struct MaskColumns: StoredPixelOperator {
    /// Number of rows in a pixel.
    static let blockHeight = 64

    /// The image whose red is the mask.
    let image: ImageNode

    let name = "mask in columns"
    var inputs: [ImageNode] { [image] }
    var identity: AnyHashable? { name }
    /// One step for each row.
    var workPerPixel: Double { Double(Self.blockHeight) }
    /// Half floats don't hold numbers of 16 bits.
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { MaskColumns(image: images[0]) }

    /// The image node of the operator, one row for each block that the image touches.
    var node: ImageNode {
        if image.extent.isInfinite { return .native(self, extent: .infinite) }
        let pixels = PixelRect(enclosing: image.extent)
        if pixels.isEmpty { return .empty }
        let blocks = Self.blocks(pixels.y..<pixels.maxY)
        let extent = PixelRect(x: pixels.x, y: blocks.lowerBound, width: pixels.width, height: blocks.count)
        return .native(self, extent: extent.cgRect)
    }

    /// Returns the blocks that contain these rows.
    static func blocks(_ rows: Range<Int>) -> Range<Int> {
        let first = rows.lowerBound.flooredQuotient(by: blockHeight)
        return first..<max(first, (rows.upperBound - 1).flooredQuotient(by: blockHeight) + 1)
    }

    /// Returns the rows that a pixel holds, the lowest one in the lowest bit.
    @inline(__always)
    static func rows(_ pixel: SIMD4<Float>) -> UInt64 {
        /// The lowest bits of the sum are the number.
        @inline(__always) func integer(_ number: Float) -> UInt64 { UInt64((number + 0x1p23).bitPattern & 0xffff) }
        return integer(pixel.x) | integer(pixel.y) << 16 | integer(pixel.z) << 32 | integer(pixel.w) << 48
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        let height = Self.blockHeight
        return PixelRect(x: part.x, y: part.y * height, width: part.width, height: part.height * height).cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? Raster(bounds: .empty)
        try fill(region, output, image.bounds) { row, columns, bit, words in
            let pixels = image.row(row) + (columns.lowerBound - image.bounds.x)
            for x in 0..<columns.count where pixels[x].x > 0.5 { words[x] |= bit }
        }
    }

    func resultFormat(reading format: PixelFormat) -> PixelFormat? { format.isFourBytes ? .RGBAf : nil }

    /// Reads bytes: the highest bit of red says whether it exceeds ½.
    func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, let order = image.format.byteOrder, let output = output.raster else { return }
        let highest = UInt32(8 * order.x + 7)
        try fill(region, output, image.bounds) { row, columns, bit, words in
            let pixels = image.pixel(columns.lowerBound, row)
            let place = UInt32(truncatingIfNeeded: bit.trailingZeroBitCount)
            for x in 0..<columns.count {
                let pixel = pixels.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
                words[x] |= (pixel &>> highest & 1) &<< place
            }
        }
    }

    /// Computes the pixels of `region`. `note` is called for each row of the image with the columns that it has, and
    /// sets `bit` in the words of the columns that are in the mask.
    @inline(__always)
    private func fill(
        _ region: PixelRect, _ output: Raster, _ bounds: PixelRect,
        _ note: (_ row: Int, _ columns: Range<Int>, _ bit: UInt32, _ words: UnsafeMutablePointer<UInt32>) -> Void
    ) throws {
        let columns = (bounds.x..<bounds.maxX).clamped(to: region.x..<region.maxX)
        let skipped = columns.lowerBound - region.x
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * region.width) { words in
            guard let start = words.baseAddress else { return }
            for block in region.y..<region.maxY {
                try meter?.check()
                words.update(repeating: 0)
                for half in 0..<2 {
                    let first = block * Self.blockHeight + 32 * half
                    for row in (first..<first + 32).clamped(to: bounds.y..<bounds.maxY) {
                        note(row, columns, 1 << UInt32(row - first), start + (half * region.width + skipped))
                    }
                }
                let target = output.row(block) + (region.x - output.bounds.x)
                for x in 0..<region.width {
                    let (lower, upper) = (start[x], start[region.width + x])
                    target[x] = SIMD4(
                        Float(lower & 0xffff), Float(lower >> 16), Float(upper & 0xffff), Float(upper >> 16))
                }
            }
        }
    }
}
