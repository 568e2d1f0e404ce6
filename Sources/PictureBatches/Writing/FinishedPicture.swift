import CoreImage
import Foundation
import ImageFiles

/// A result that is ready to be written.
package struct FinishedPicture: Sendable {
    package let image: CIImage
    /// Whether the image is known to have no transparent pixels.
    let isOpaque: Bool

    package init(image: CIImage, isOpaque: Bool) { (self.image, self.isOpaque) = (image, isOpaque) }

    /// Returns the size of the picture in a file of this format, in pixels. Pictures are rotated upright if the format
    /// can't store an orientation.
    package func size(in format: ImageFileFormat) -> CGSize {
        let size = image.extent.integral.size
        let isTurned = (5...8).contains(image.properties[kCGImagePropertyOrientation] as? Int ?? 1)
        return isTurned && !format.keepsOrientation ? CGSize(width: size.height, height: size.width) : size
    }
}
