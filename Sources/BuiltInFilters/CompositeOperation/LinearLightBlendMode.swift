import CoreImageEssentials
import Foundation

/// Linear burn where the image is dark, and linear dodge where it is light, with twice the contrast.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b + 2 · s − 1`, limited to 0…1, and the alpha
/// `Sa + Ba − Sa · Ba`.  Both images are required. The extent is the union of their extents. Source: Core Image Filter
/// Reference; ISO 32000-1, 11.3 for transparency.
class LinearLightBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILinearLightBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Darkens or brightens the background by steps, whichever the image asks for.",
            status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.linearLight.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that burns or dodges a background by adding.
    public class func linearLightBlendMode() -> any CIFilter & CICompositeOperation {
        registered(LinearLightBlendMode())
    }
}
