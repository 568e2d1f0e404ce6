import CommandOutput
import CoreImage
import Foundation

/// The picture on which the gallery shows filters.
///
/// Many filters have default positions and radii for pictures of a few hundred pixels, so all pictures are scaled to
/// one size.
enum GalleryScene {
    /// The picture's extent: 320 × 240 pixels from the origin.
    static let frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    /// The picture's path, relative to the gallery's folder.
    static let path = "pictures/scene.png"
    /// The colour space of all pictures in the gallery.
    static let colorSpace = CGColorSpace(name: CGColorSpace.sRGB)!

    /// Returns a picture, scaled to fill the frame and centred in it, or the landscape at noon if there is none.
    static func image(from picture: CIImage?) throws -> CIImage {
        guard let picture else { return Landscape.day.image(in: frame) }
        let extent = picture.extent
        guard !extent.isInfinite, extent.width >= 1, extent.height >= 1 else {
            throw Refusal("the picture for the gallery has no pixels")
        }
        let scale = max(frame.width / extent.width, frame.height / extent.height)
        let place = CGAffineTransform(translationX: frame.midX, y: frame.midY).scaledBy(x: scale, y: scale)
            .translatedBy(x: -extent.midX, y: -extent.midY)
        return picture.transformed(by: place, highQualityDownsample: true).cropped(to: frame)
    }
}
