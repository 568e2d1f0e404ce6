import CoreImage
import Foundation

/// What is done to a result before it is written: scaling, and removing metadata.
package struct PictureFinish: Sendable {
    private let box: PictureBox?
    private let strips: Bool

    /// - Parameters:
    ///   - box: The target size. Nil if the result isn't scaled.
    ///   - strips: Whether metadata is removed. The picture is turned upright then, because its orientation is removed
    ///     too.
    package init(box: PictureBox?, strips: Bool) { (self.box, self.strips) = (box, strips) }

    /// Returns the image to be written, with the metadata of its source.
    ///
    /// - Parameter image: The result, with a finite extent.
    package func finished(_ image: CIImage, of source: CIImage?) throws -> FinishedPicture {
        let properties = source?.properties ?? [:]
        let orientation = properties[kCGImagePropertyOrientation] as? Int ?? 1
        // Determined before scaling, which doesn't make an opaque picture transparent.
        let isOpaque = image.isOpaque
        var result = try box?.image(of: image, isTurned: (5...8).contains(orientation)) ?? image
        if strips {
            // `oriented` also exchanges the horizontal and vertical resolutions, so they are set before.
            result = result.settingProperties(source.map { KeptMetadata.of($0, aboutCapture: false) } ?? [:])
                .oriented(forExifOrientation: Int32(clamping: orientation))
        } else {
            result = result.settingProperties(properties)
        }
        return FinishedPicture(image: result, isOpaque: isOpaque)
    }
}
