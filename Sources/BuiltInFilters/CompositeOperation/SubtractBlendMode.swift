import CoreImageEssentials
import Foundation

/// The background minus the image.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = max(b − s, 0)`, and the alpha
/// `Sa + Ba − Sa · Ba`. Nothing is clamped above. Both images are required. The extent is the union of their extents.
/// Source: Core Image Filter Reference; ISO 32000-1, 11.3 for transparency.
class SubtractBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISubtractBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Subtracts the image from the background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.subtract.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that subtracts an image from a background.
    public class func subtractBlendMode() -> any CIFilter & CICompositeOperation { registered(SubtractBlendMode()) }
}
