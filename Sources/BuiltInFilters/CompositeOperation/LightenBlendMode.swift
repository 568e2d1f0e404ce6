import CoreImageEssentials
import Foundation

/// The lighter of both colours for each component: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = max(b, s)`, and the alpha `Sa + Ba − Sa · Ba`.
/// Nothing is clamped. Both images are required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
class LightenBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILightenBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the lighter of image and background for each component.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.lighten.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that keeps the lighter colour of two images.
    public class func lightenBlendMode() -> any CIFilter & CICompositeOperation { registered(LightenBlendMode()) }
}
