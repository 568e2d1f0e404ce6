import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Maximum number of pixels of a reduction. Without a limit, an area of an infinite image would take forever.
    private static let mostReducedPixels = 1 << 36

    /// Applies `reduce` to an area as given by `inputExtent`. An area that is too large gives an image whose rendering
    /// throws `CIFilterError.badValue`.
    ///
    /// The result has no properties: its pixels are numbers in an order of their own, which the image's orientation
    /// must not turn.
    func reduced(over area: CGRect, filter: String, _ reduce: (_ node: ImageNode, _ area: CGRect) -> ImageNode)
        -> CIImage
    {
        let known = PixelRect(enclosing: area.isInfinite ? extent : area).intersection(PixelRect(enclosing: extent))
        guard known.area <= Self.mostReducedPixels else {
            return .failed(
                CIFilterError.badValue(
                    filter: filter, key: kCIInputExtentKey,
                    reason: "it holds more than 2³⁶ pixels of the input image; give a smaller rectangle"))
        }
        return CIImage(node: reduce(node, area))
    }
}
