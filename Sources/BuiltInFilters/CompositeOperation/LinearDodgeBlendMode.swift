import CoreImageEssentials
import Foundation

/// Brightens the background by the light of the image.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = min(b + s, 1)`, and the alpha
/// `Sa + Ba − Sa · Ba`. Nothing is clamped below. Both images are required. The extent is the union of their extents.
/// Source: Core Image Filter Reference; ISO 32000-1, 11.3 for transparency.
class LinearDodgeBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILinearDodgeBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Adds image and background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.linearDodge.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that brightens a background by the light of an image.
    public class func linearDodgeBlendMode() -> any CIFilter & CICompositeOperation {
        registered(LinearDodgeBlendMode())
    }
}
