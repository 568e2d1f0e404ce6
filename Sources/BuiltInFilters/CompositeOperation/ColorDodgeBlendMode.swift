import CoreImageEssentials
import Foundation

/// Brightens the background the more, the lighter the image is: PDF's “colour dodge”.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b ≤ 0 ? 0 : s ≥ 1 ? 1 : min(1, b / (1 − s))`,
/// and the alpha `Sa + Ba − Sa · Ba`. Where both images are opaque, the result is between 0 and 1, also for colours out
/// of range. Both images are required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
class ColorDodgeBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorDodgeBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Brightens the background to reflect the image.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.colorDodge.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that brightens a background by the colour of an image.
    public class func colorDodgeBlendMode() -> any CIFilter & CICompositeOperation { registered(ColorDodgeBlendMode()) }
}
