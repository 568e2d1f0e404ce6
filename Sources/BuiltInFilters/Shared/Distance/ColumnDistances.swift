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
/// Rows in the same block of `ColumnSpans` are scanned directly, and the spans give the distances beyond the block, so
/// the cost hardly depends on the reach.
struct ColumnDistances: NativeOperator {
    /// The mask: red is 1 in it, and 0 elsewhere.
    let mask: ImageNode
    /// The mask's spans.
    let spans: ImageNode
    /// Maximum distance in rows at which the mask is searched.
    let reach: Int
    /// Whether the distances inside the mask are computed, too.
    let isSigned: Bool

    let name = "distances in columns"
    var inputs: [ImageNode] { [mask, spans] }
    var identity: AnyHashable? { [name, reach, isSigned] as [AnyHashable] }
    /// Half floats hold whole numbers exactly only up to 2048.
    var needsFullPrecision: Bool { reach >= 2048 }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ColumnDistances(mask: images[0], spans: images[1], reach: reach, isSigned: isSigned)
    }

    /// The image node of the operator. It exceeds the mask's extent by the reach above and below.
    var node: ImageNode {
        if mask.extent.isInfinite { return .native(self, extent: .infinite) }
        let pixels = PixelRect(enclosing: mask.extent)
        if pixels.isEmpty { return .empty }
        return .native(self, extent: pixels.cgRect.insetBy(dx: 0, dy: -CGFloat(reach)))
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        if part.isEmpty { return .null }
        let (own, height) = (ColumnSpans.blocks(part.y..<part.maxY), ColumnSpans.blockHeight)
        let blocks = index == 0 ? own.lowerBound * height..<own.upperBound * height : others(around: own)
        return PixelRect(x: part.x, y: blocks.lowerBound, width: part.width, height: blocks.count).cgRect
    }

    /// Returns the blocks that may contain the nearest pixels.
    private func others(around blocks: Range<Int>) -> Range<Int> {
        let count = reach / ColumnSpans.blockHeight + 1
        return blocks.lowerBound - count..<blocks.upperBound + count
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let mask = inputs[0].covering(PixelRect(enclosing: regionOfInterest(ofInput: 0, for: region.cgRect)))
        let spans = inputs[1]
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: Float.self, capacity: region.width) { counts in
            for block in ColumnSpans.blocks(region.y..<region.maxY) {
                for direction in [Direction.upwards, .downwards] {
                    try meter?.check()
                    scan(block, direction, region, mask, counts, spans, output)
                    if isSigned { scanInside(block, direction, region, mask, counts, spans, output) }
                }
            }
        }
    }

    /// The direction of a scan, as the distance from a row to the next one.
    private enum Direction: Int {
        case upwards = 1
        case downwards = -1
    }

    /// Scans a block for the distances to the mask. The scan downwards follows the one upwards.
    private func scan(
        _ block: Int, _ direction: Direction, _ region: PixelRect, _ mask: Raster,
        _ counts: UnsafeMutableBufferPointer<Float>, _ spans: Raster, _ output: Raster
    ) {
        let (most, height) = (Float(reach + 1), Float(ColumnSpans.blockHeight))
        start(counts, region, block, direction, spans) { span in
            let inside = direction == .upwards ? span.y : span.x
            return inside > 0 ? height - inside : nil
        }
        forEachRow(of: block, direction, region, mask, output) { row, target in
            switch (direction, target) {
            case (_, nil):
                for x in 0..<region.width { counts[x] = min(counts[x] + 1, most) * (1 - row[x].x) }
            case (.upwards, let target?):
                for x in 0..<region.width {
                    let count = min(counts[x] + 1, most) * (1 - row[x].x)
                    counts[x] = count
                    target[x] = SIMD4(most - count, 0, 0, 1)
                }
            case (.downwards, let target?):
                for x in 0..<region.width {
                    let count = min(counts[x] + 1, most) * (1 - row[x].x)
                    counts[x] = count
                    target[x].x = max(target[x].x, most - count)
                }
            }
        }
    }

    /// Scans a block for the distances to the pixels outside the mask. The scan upwards follows that to the mask.
    private func scanInside(
        _ block: Int, _ direction: Direction, _ region: PixelRect, _ mask: Raster,
        _ counts: UnsafeMutableBufferPointer<Float>, _ spans: Raster, _ output: Raster
    ) {
        let (most, height) = (Float(reach + 1), Float(ColumnSpans.blockHeight))
        start(counts, region, block, direction, spans) { span in
            let outside = direction == .upwards ? span.w : span.z
            return outside < height ? outside : nil
        }
        forEachRow(of: block, direction, region, mask, output) { row, target in
            for x in 0..<region.width {
                let count = min(counts[x] + 1, most) * row[x].x
                counts[x] = count
                guard let target else { continue }
                target[x].y = direction == .upwards ? count : min(target[x].y, count)
            }
        }
    }

    /// Sets the counts for a scan of a block: for each column the number of rows since the last pixel that is searched
    /// for, at the row before the block. `rows` returns the number of rows of a span after that pixel, or nil if the
    /// span has none.
    @inline(__always)
    private func start(
        _ counts: UnsafeMutableBufferPointer<Float>, _ region: PixelRect, _ block: Int, _ direction: Direction,
        _ spans: Raster, _ rows: (_ span: SIMD4<Float>) -> Float?
    ) {
        let (most, height) = (Float(reach + 1), Float(ColumnSpans.blockHeight))
        for x in region.x..<region.maxX {
            var found = most
            var (other, passed) = (block - direction.rawValue, Float(0))
            while passed < most {
                if let after = rows(spans[x, other]) {
                    found = min(found, passed + after)
                    break
                }
                other -= direction.rawValue
                passed += height
            }
            counts[x - region.x] = found
        }
    }

    /// Calls `body` with the rows of a block up to the region's last one: the mask's pixels and, for rows of the
    /// region, the output's.
    @inline(__always)
    private func forEachRow(
        of block: Int, _ direction: Direction, _ region: PixelRect, _ mask: Raster, _ output: Raster,
        _ body: (_ row: UnsafeMutablePointer<SIMD4<Float>>, _ target: UnsafeMutablePointer<SIMD4<Float>>?) -> Void
    ) {
        let rows = block * ColumnSpans.blockHeight..<(block + 1) * ColumnSpans.blockHeight
        let isUpwards = direction == .upwards
        var y = isUpwards ? rows.lowerBound : rows.upperBound - 1
        while isUpwards ? y < min(rows.upperBound, region.maxY) : y >= max(rows.lowerBound, region.y) {
            let isNeeded = y >= region.y && y < region.maxY
            body(
                mask.row(y) + (region.x - mask.bounds.x),
                isNeeded ? output.row(y) + (region.x - output.bounds.x) : nil)
            y += direction.rawValue
        }
    }
}
