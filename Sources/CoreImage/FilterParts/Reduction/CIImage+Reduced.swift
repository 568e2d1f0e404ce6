import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// The most pixels that are looked at, so that an area of an endless image isn't counted for ever.
    private static let mostReducedPixels = 1 << 36

    /// What `reduce` makes of an area as `inputExtent` gives it; an area that is too large gives an image whose rendering throws
    /// `CIFilterError.badValue`.
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
