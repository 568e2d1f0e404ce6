import CoreImageEssentials
import Foundation

/// Light upon light, as of two projectors on one screen: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b + s − b · s`, and the alpha
/// `Sa + Ba − Sa · Ba`. Nothing is clamped. Both images are required. The extent is the union of their extents. Source:
/// ISO 32000-1, 11.3.
class ScreenBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIScreenBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Adds the light of image and background as on a screen.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.screen.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that adds light as on a screen.
    public class func screenBlendMode() -> any CIFilter & CICompositeOperation { registered(ScreenBlendMode()) }
}
