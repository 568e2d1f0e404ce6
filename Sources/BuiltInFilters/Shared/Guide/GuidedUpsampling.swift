import CoreImageEssentials
import Foundation
import Pixels

/// The mapping between a small image and a larger one that guides its enlargement: one extent is stretched to the
/// other.
struct GuidedUpsampling {
    let guide: CIImage
    let small: CIImage

    /// Returns an error if either image has an infinite extent, otherwise nil.
    static func problem(guide: CIImage, key: String, small: CIImage, smallKey: String, filter: String) -> CIFilterError?
    {
        guide.problemOfEdges(filter: filter, key: key) ?? small.problemOfEdges(filter: filter, key: smallKey)
    }

    /// Whether neither image is empty.
    var hasPixels: Bool { !guide.extent.isEmpty && !small.extent.isEmpty }

    /// The transform from the guide to the small image.
    var toSmall: CGAffineTransform {
        let (from, to) = (guide.extent, small.extent)
        return CGAffineTransform(
            a: to.width / from.width, b: 0, c: 0, d: to.height / from.height,
            tx: to.minX - from.minX * to.width / from.width, ty: to.minY - from.minY * to.height / from.height)
    }

    /// The guide scaled to the size of the small image: averaged if it is larger, otherwise interpolated.
    var reducedGuide: CIImage { guide.transformed(by: toSmall, highQualityDownsample: true) }
}
