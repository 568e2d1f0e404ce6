import CoreImageEssentials
import Foundation

/// Hue of the image with saturation and lightness of the background.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)`, where B is the colour of `hue(s), S(b), L(b)` in HSL,
/// and the alpha `Sa + Ba − Sa · Ba`. `NonseparableBlending` defines hue, saturation and lightness, and states how well
/// they match Core Image. Both images are required. The extent is the union of their extents.
class HueBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHueBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Gives the background the hue of the image.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.hue.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gives a background the hue of an image.
    public class func hueBlendMode() -> any CIFilter & CICompositeOperation { registered(HueBlendMode()) }
}
