import CoreImageEssentials
import Foundation

/// Lightness of the image with hue and saturation of the background.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)`, where B is the colour of `hue(b), S(b), L(s)` in HSL,
/// and the alpha `Sa + Ba − Sa · Ba`. `NonseparableBlending` defines hue, saturation and lightness, and states how well
/// they match Core Image. Both images are required. The extent is the union of their extents.
class LuminosityBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILuminosityBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Gives the background the luminosity of the image.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.luminosity.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gives a background the luminosity of an image.
    public class func luminosityBlendMode() -> any CIFilter & CICompositeOperation { registered(LuminosityBlendMode()) }
}
