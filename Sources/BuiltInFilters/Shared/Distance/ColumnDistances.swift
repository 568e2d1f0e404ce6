import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The first half of an exact Euclidean distance transform: the distance to a mask within each column of pixels.
///
/// With the reach R, red holds `max(R + 1 − d, 0)`, where d is the number of rows to the nearest mask pixel in the same
/// column. So 0 means that none is in reach, as outside the extent. Green holds the number of rows to the nearest pixel
/// outside the mask, at most R + 1; it is 0 outside the mask. `RowDistances` is the second half.
///
/// Rows in the same block of `ColumnSpans` are scanned directly, and the spans give the distances beyond the block, so
/// the cost hardly depends on the reach.
struct ColumnDistances: NativeOperator {
    /// The mask: the pixels whose red is above 0.
    let mask: ImageNode
    /// The mask's spans.
    let spans: ImageNode
    /// Maximum distance in rows at which the mask is searched.
    let reach: Int

    let name = "distances in columns"
    var inputs: [ImageNode] { [mask, spans] }
    var identity: AnyHashable? { [name, reach] as [AnyHashable] }
    /// Half floats hold whole numbers exactly only up to 2048.
    var needsFullPrecision: Bool { reach >= 2048 }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ColumnDistances(mask: images[0], spans: images[1], reach: reach)
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
        let (most, height) = (Float(reach + 1), ColumnSpans.blockHeight)
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: SIMD2<Float>.self, capacity: region.width) { counts in
            for block in ColumnSpans.blocks(region.y..<region.maxY) {
                try meter?.check()
                let (start, end) = (block * height, (block + 1) * height)
                startCounts(counts, region, block, spans, step: -1)
                for y in start..<min(end, region.maxY) {
                    advanceCounts(counts, region, y, mask)
                    guard y >= region.y else { continue }
                    let target = output.row(y) + (region.x - output.bounds.x)
                    for x in 0..<region.width { target[x] = SIMD4(most - counts[x].x, counts[x].y, 0, 1) }
                }
                try meter?.check()
                startCounts(counts, region, block, spans, step: 1)
                for y in (max(start, region.y)..<end).reversed() {
                    advanceCounts(counts, region, y, mask)
                    guard y < region.maxY else { continue }
                    let target = output.row(y) + (region.x - output.bounds.x)
                    for x in 0..<region.width {
                        target[x].x = max(target[x].x, most - counts[x].x)
                        target[x].y = min(target[x].y, counts[x].y)
                    }
                }
            }
        }
    }

    /// Sets the counts for a scan of a block: for each column the number of rows since the last pixel in the mask, and
    /// since the last one outside it, at the row below the block (step −1, for a scan upwards) or above it (step 1, for
    /// a scan downwards).
    private func startCounts(
        _ counts: UnsafeMutableBufferPointer<SIMD2<Float>>, _ region: PixelRect, _ block: Int, _ spans: Raster,
        step: Int
    ) {
        let (most, height) = (Float(reach + 1), Float(ColumnSpans.blockHeight))
        for x in region.x..<region.maxX {
            var found = SIMD2<Float>(repeating: most)
            var (other, passed) = (block + step, Float(0))
            while passed < most, found.x == most || found.y == most {
                let span = spans[x, other]
                let (inside, outside) = step < 0 ? (span.y, span.w) : (span.x, span.z)
                if inside > 0 { found.x = min(found.x, passed + height - inside) }
                if outside < height { found.y = min(found.y, passed + outside) }
                other += step
                passed += height
            }
            counts[x - region.x] = found
        }
    }

    /// Advances the counts by one row.
    private func advanceCounts(
        _ counts: UnsafeMutableBufferPointer<SIMD2<Float>>, _ region: PixelRect, _ y: Int, _ mask: Raster
    ) {
        let most = SIMD2<Float>(repeating: Float(reach + 1))
        let row = mask.row(y) + (region.x - mask.bounds.x)
        for x in 0..<region.width {
            var passed = counts[x] + 1
            passed.replace(with: most, where: passed .> most)
            counts[x] = row[x].x > 0 ? SIMD2(0, passed.y) : SIMD2(passed.x, 0)
        }
    }
}
