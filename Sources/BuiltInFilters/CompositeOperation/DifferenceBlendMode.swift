import CoreImageEssentials
import Foundation

/// The difference of both colours: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = |b − s|`, and the alpha `Sa + Ba − Sa · Ba`.
/// Nothing is clamped. Both images are required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
class DifferenceBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDifferenceBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Subtracts the darker of image and background from the lighter.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.difference.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that shows the difference of two images.
    public class func differenceBlendMode() -> any CIFilter & CICompositeOperation { registered(DifferenceBlendMode()) }
}
