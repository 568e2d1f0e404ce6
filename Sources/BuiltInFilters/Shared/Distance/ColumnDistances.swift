import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The first half of an exact Euclidean distance transform: the distance to a mask within each column of pixels.
///
/// With the reach R, red holds `max(R + 1 − d, 0)`, where d is the number of rows to the nearest mask pixel in the same
/// column. So 0 means that none is in reach, as outside the extent. If distances inside the mask are needed, too, green
/// holds the number of rows to the nearest pixel outside it, at most R + 1; it is 0 outside the mask. `RowDistances` is
/// the second half.
///
/// Rows in the same block of `MaskColumns` are scanned one by one, and the first set bits of other blocks give the
/// distances beyond the block, so the cost hardly depends on the reach.
struct ColumnDistances: NativeOperator {
    /// The mask, as `MaskColumns`.
    let mask: ImageNode
    /// Maximum distance in rows at which the mask is searched.
    let reach: Int
    /// Whether the distances inside the mask are computed, too.
    let isSigned: Bool

    let name = "distances in columns"
    var inputs: [ImageNode] { [mask] }
    var identity: AnyHashable? { [name, reach, isSigned] as [AnyHashable] }
    /// Half floats hold whole numbers exactly only up to 2048.
    var needsFullPrecision: Bool { reach >= 2048 }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ColumnDistances(mask: images[0], reach: reach, isSigned: isSigned)
    }

    /// Returns the image node of the operator. It exceeds the extent of the image whose red is the mask by the reach
    /// above and below.
    func node(over extent: CGRect) -> ImageNode {
        if extent.isInfinite { return .native(self, extent: .infinite) }
        let pixels = PixelRect(enclosing: extent)
        if pixels.isEmpty { return .empty }
        return .native(self, extent: pixels.cgRect.insetBy(dx: 0, dy: -CGFloat(reach)))
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : blocks(of: part).cgRect
    }

    /// Returns the pixels of the mask that may contain the nearest rows.
    private func blocks(of part: PixelRect) -> PixelRect {
        let own = MaskColumns.blocks(part.y..<part.maxY)
        let others = reach / MaskColumns.blockHeight + 1
        return PixelRect(x: part.x, y: own.lowerBound - others, width: part.width, height: own.count + 2 * others)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let mask = inputs[0].covering(blocks(of: region))
        let meter = WorkMeter.current
        let (width, height) = (region.width, MaskColumns.blockHeight)
        let rowCount = height * width
        try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * width) { words in
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 2 * rowCount) { numbers in
                guard let counts = numbers.baseAddress, let words = words.baseAddress else { return }
                let (outside, inside) = (counts + width, counts + width + rowCount)
                for block in MaskColumns.blocks(region.y..<region.maxY) {
                    read(mask.row(block) + (region.x - mask.bounds.x), width, into: words)
                    let rows = (region.y..<region.maxY).clamped(to: block * height..<(block + 1) * height)
                    for direction in [Direction.upwards, .downwards] {
                        try meter?.check()
                        start(counts, region, block, direction, mask, inverting: 0)
                        scan(block, rows, direction, width, words, counts, outside, inverting: 0)
                        guard isSigned else { continue }
                        start(counts, region, block, direction, mask, inverting: .max)
                        scan(block, rows, direction, width, words, counts, inside, inverting: .max)
                    }
                    for row in rows {
                        let first = (row - block * height) * width
                        let target = output.row(row) + (region.x - output.bounds.x)
                        write(outside + first, isSigned ? inside + first : nil, width, to: target)
                    }
                }
            }
        }
    }

    /// Reads a row of the mask as words: the lower 32 rows of all columns, then the upper ones.
    private func read(
        _ pixels: UnsafePointer<SIMD4<Float>>, _ width: Int, into words: UnsafeMutablePointer<UInt32>
    ) {
        for x in 0..<width {
            let rows = MaskColumns.rows(pixels[x])
            words[x] = UInt32(truncatingIfNeeded: rows)
            words[width + x] = UInt32(truncatingIfNeeded: rows >> 32)
        }
    }

    /// Writes the pixels of a row.
    private func write(
        _ outside: UnsafePointer<Float>, _ inside: UnsafePointer<Float>?, _ width: Int,
        to target: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let most = Float(reach + 1)
        if let inside {
            for x in 0..<width { target[x] = SIMD4(most - outside[x], inside[x], 0, 1) }
        } else {
            for x in 0..<width { target[x] = SIMD4(most - outside[x], 0, 0, 1) }
        }
    }

    /// The direction of a scan, as the distance from a row to the next one.
    private enum Direction: Int {
        case upwards = 1
        case downwards = -1
    }

    /// Scans a block for the number of rows since the last one whose bit is set. The bits that are set in `inverting`
    /// are inverted before. The scan downwards follows the one upwards, and keeps the smaller numbers in `nearest`.
    ///
    /// The loops over columns do so little that the compiler computes several columns at once.
    private func scan(
        _ block: Int, _ needed: Range<Int>, _ direction: Direction, _ width: Int, _ words: UnsafePointer<UInt32>,
        _ counts: UnsafeMutablePointer<Float>, _ nearest: UnsafeMutablePointer<Float>, inverting: UInt32
    ) {
        let most = Float(reach + 1)
        let (first, height) = (block * MaskColumns.blockHeight, MaskColumns.blockHeight)
        let isUpwards = direction == .upwards
        var row = isUpwards ? 0 : height - 1
        let end = isUpwards ? needed.upperBound - first : needed.lowerBound - first - 1
        while row != end {
            let (words, bit) = (words + row / 32 * width, UInt32(row % 32))
            let result = nearest + row * width
            for x in 0..<width {
                let isElsewhere = ((words[x] ^ inverting) &>> bit & 1) &- 1
                counts[x] = Float(bitPattern: min(counts[x] + 1, most).bitPattern & isElsewhere)
            }
            if isUpwards {
                result.update(from: counts, count: width)
            } else {
                for x in 0..<width { result[x] = min(result[x], counts[x]) }
            }
            row += direction.rawValue
        }
    }

    /// Sets the counts for a scan of a block: for each column the number of rows since the last one whose bit is set,
    /// at the row before the block. The bits that are set in `inverting` are inverted before.
    private func start(
        _ counts: UnsafeMutablePointer<Float>, _ region: PixelRect, _ block: Int, _ direction: Direction,
        _ mask: Raster, inverting: UInt64
    ) {
        let (most, height) = (reach + 1, MaskColumns.blockHeight)
        let first = mask.row(block - direction.rawValue) + (region.x - mask.bounds.x)
        for x in 0..<region.width {
            var (passed, pixel) = (0, first + x)
            while passed < most {
                let rows = MaskColumns.rows(pixel.pointee) ^ inverting
                if rows != 0 {
                    passed += direction == .upwards ? rows.leadingZeroBitCount : rows.trailingZeroBitCount
                    break
                }
                passed += height
                pixel -= direction.rawValue * mask.stride
            }
            counts[x] = Float(min(passed, most))
        }
    }
}
