import CoreImage
import Foundation

/// The picture that the gallery shows filters on.
///
/// The defaults of many filters are places and radii for a picture of a few hundred pixels, so that every picture is brought to one size.
enum GalleryScene {
    /// Where the picture lies: 320 × 240 pixels from the origin.
    static let frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    /// The picture's path from the gallery's folder.
    static let path = "pictures/scene.png"
    /// The colour space of every picture in the gallery.
    static let colorSpace = CGColorSpace(name: CGColorSpace.sRGB)!

    /// A picture scaled until it fills the frame, its middle in the frame's; the landscape at noon when there is none.
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
