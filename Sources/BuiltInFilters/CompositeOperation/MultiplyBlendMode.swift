import CoreImageEssentials
import Foundation

/// The product of both colours: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b · s`, and the alpha `Sa + Ba − Sa · Ba`.
/// Nothing is clamped. Both images are required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
class MultiplyBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMultiplyBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Multiplies the colours of image and background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.multiply.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that multiplies the colours of two images.
    public class func multiplyBlendMode() -> any CIFilter & CICompositeOperation { registered(MultiplyBlendMode()) }
}
