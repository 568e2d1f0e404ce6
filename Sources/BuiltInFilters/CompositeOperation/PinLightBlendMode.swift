import CoreImageEssentials
import Foundation

/// Replaces a light background where the image is dark, and a dark one where it is light.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = s < ½ ? min(b, 2 · s) : max(b, 2 · s − 1)`,
/// and the alpha `Sa + Ba − Sa · Ba`. Nothing is clamped. Both images are required. The extent is the union of their
/// extents. Source: Core Image Filter Reference; ISO 32000-1, 11.3 for transparency.
class PinLightBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPinLightBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Replaces the background where the image is darker or lighter.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.pinLight.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that replaces parts of a background by an image.
    public class func pinLightBlendMode() -> any CIFilter & CICompositeOperation { registered(PinLightBlendMode()) }
}
