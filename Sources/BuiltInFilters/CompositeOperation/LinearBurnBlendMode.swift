import CoreImageEssentials
import Foundation

/// Darkens the background by the difference between white and the image.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = max(b + s − 1, 0)`, and the alpha
/// `Sa + Ba − Sa · Ba`. Nothing is clamped above. Both images are required. The extent is the union of their extents.
/// Source: Core Image Filter Reference; ISO 32000-1, 11.3 for transparency.
class LinearBurnBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILinearBurnBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Adds image and background, and takes white away.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.linearBurn.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that darkens a background by what an image lacks to white.
    public class func linearBurnBlendMode() -> any CIFilter & CICompositeOperation { registered(LinearBurnBlendMode()) }
}
