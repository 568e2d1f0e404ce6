import CoreImageEssentials
import Foundation

/// Colour burn where the image is dark, and colour dodge where it is light, with twice the contrast.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = s ≤ ½ ? burn(b, 2 · s) : dodge(b, 2 · s − 1)`,
/// `burn = b ≥ 1 ? 1 : s ≤ 0 ? 0 : 1 − min(1, (1 − b) / s)` and `dodge = b ≤ 0 ? 0 : s ≥ 1 ? 1 : min(1, b / (1 − s))`,
/// and the alpha `Sa + Ba − Sa · Ba`. Where both images are opaque, the result is between 0 and 1. Both images are
/// required. The extent is the union of their extents. Source: Core Image Filter Reference; ISO 32000-1, 11.3 for
/// transparency.
class VividLightBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVividLightBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Burns or dodges the background, whichever the image asks for.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.vividLight.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that burns or dodges a background by dividing.
    public class func vividLightBlendMode() -> any CIFilter & CICompositeOperation { registered(VividLightBlendMode()) }
}
