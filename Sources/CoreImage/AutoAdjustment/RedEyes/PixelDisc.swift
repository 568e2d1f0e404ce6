import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The disc that approximates a group of pixels.
struct PixelDisc {
    let x: Double
    let y: Double
    let radius: Double

    /// The centre is halfway between the centroid of the pixels and the centre of their bounding box, because a
    /// catch-light at the border removes some pixels.
    init(group: PixelGroup, width: Int) {
        let all = group.pixels + group.holes
        let count = Double(all.count)
        let meanX = all.reduce(0.0) { $0 + Double($1 % width) + 0.5 } / count
        let meanY = all.reduce(0.0) { $0 + Double($1 / width) + 0.5 } / count
        x = (meanX + Double(group.columns.lowerBound + group.columns.upperBound) / 2) / 2
        y = (meanY + Double(group.rows.lowerBound + group.rows.upperBound) / 2) / 2
        radius = (count / .pi).squareRoot()
    }
}
