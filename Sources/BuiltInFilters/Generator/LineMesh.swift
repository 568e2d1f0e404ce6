import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// Draws line segments with round ends in opaque white. Each region is rendered with the segments that touch it.
///
/// A pixel's alpha is the part of it that is covered by a stroke that crosses it at right angles:
/// `min(h, d + ½) − max(−h, d − ½)`, with half the width h and the distance d of its centre to the nearest segment.
/// Strokes that cross or meet don't add up.
struct LineMesh: NativeOperator {
    let segments: [LineSegment]
    /// Half of the strokes' width in pixels.
    let halfWidth: Double

    var name: String { "line mesh" }
    var inputs: [ImageNode] { [] }
    var identity: AnyHashable? { Identity(segments: segments, halfWidth: halfWidth) }
    private struct Identity: Hashable {
        let segments: [LineSegment]
        let halfWidth: Double
    }

    /// Distance from a segment up to which pixels are touched, in pixels.
    var reach: Double { halfWidth + 0.5 }

    /// The smallest rectangle around all segments with their strokes; null without segments.
    var extent: CGRect { segments.reduce(.null) { $0.union($1.bounds(reach: reach)) } }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { self }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        output.fill(region, with: .zero)
        let area = region.cgRect
        let meter = WorkMeter.current
        for segment in segments where segment.bounds(reach: reach).intersects(area) {
            try meter?.check()
            for y in region.y..<region.maxY {
                let height = Double(y) + 0.5
                guard let columns = segment.columns(atHeight: height, reach: reach) else { continue }
                let first = Int(min(max(columns.lowerBound - 1, Double(region.x)), Double(region.maxX)))
                let last = Int(min(max(columns.upperBound + 1, Double(region.x)), Double(region.maxX)))
                let row = output.row(y) - output.bounds.x
                for x in first..<last {
                    let share = covered(at: segment.distance(to: SIMD2(Double(x) + 0.5, height)))
                    row[x] = row[x].replacing(with: share, where: row[x] .< share)
                }
            }
        }
    }

    /// Returns the covered part of a pixel whose centre is at `distance` from the segment.
    private func covered(at distance: Double) -> Float {
        Float(max(min(halfWidth, distance + 0.5) - max(-halfWidth, distance - 0.5), 0))
    }
}
