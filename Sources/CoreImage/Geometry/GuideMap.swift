import Foundation
import Pixels

/// How a small image lies on a larger one that guides its enlargement: stretched from extent to extent.
struct GuideMap {
    let guide: CIImage
    let small: CIImage

    /// What is wrong with the images, either of which may be the one that has no edges; nil when nothing is.
    static func problem(guide: CIImage, key: String, small: CIImage, smallKey: String, filter: String) -> CIFilterError?
    {
        for (image, key) in [(guide, key), (small, smallKey)] {
            let extent = image.extent
            let edges = [extent.minX, extent.minY, extent.maxX, extent.maxY]
            guard !extent.isNull else { continue }
            if extent.isInfinite || edges.contains(where: { abs($0) >= Quadrilateral.limit }) {
                return .badValue(filter: filter, key: key, reason: "it has no edges; crop it first")
            }
        }
        return nil
    }

    /// Whether both images have pixels.
    var hasPixels: Bool { !guide.extent.isEmpty && !small.extent.isEmpty }

    /// From the guide to the small image.
    var toSmall: CGAffineTransform {
        let (from, to) = (guide.extent, small.extent)
        return CGAffineTransform(
            a: to.width / from.width, b: 0, c: 0, d: to.height / from.height,
            tx: to.minX - from.minX * to.width / from.width, ty: to.minY - from.minY * to.height / from.height)
    }

    /// The guide at the small image's size: averages of its pixels where it is larger, and interpolated where it isn't.
    var reducedGuide: CIImage { guide.transformed(by: toSmall, highQualityDownsample: true) }
}
