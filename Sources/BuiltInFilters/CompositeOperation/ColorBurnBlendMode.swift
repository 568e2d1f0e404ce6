import CoreImageEssentials
import Foundation

/// Darkens the background the more, the darker the image is: PDF's “colour burn”.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with
/// `B = b ≥ 1 ? 1 : s ≤ 0 ? 0 : 1 − min(1, (1 − b) / s)`, and the alpha `Sa + Ba − Sa · Ba`. Where both images are
/// opaque, the result is between 0 and 1, also for colours out of range. Both images are required. The extent is the
/// union of their extents. Source: ISO 32000-1, 11.3.
class ColorBurnBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorBurnBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Darkens the background to reflect the image.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.colorBurn.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that darkens a background by the colour of an image.
    public class func colorBurnBlendMode() -> any CIFilter & CICompositeOperation { registered(ColorBurnBlendMode()) }
}
