import CoreImage
import Foundation
import ImageFiles

/// A result as it is written.
struct FinishedPicture {
    let image: CIImage
    /// Whether it is known to have no transparent pixels.
    let isOpaque: Bool

    /// Columns and rows of the picture in a file of this format; one that can't say which way up it is gets the picture
    /// turned upright.
    func size(in format: ImageFileFormat) -> CGSize {
        let size = image.extent.integral.size
        let isTurned = (5...8).contains(image.properties[kCGImagePropertyOrientation] as? Int ?? 1)
        return isTurned && !format.keepsOrientation ? CGSize(width: size.height, height: size.width) : size
    }
}
