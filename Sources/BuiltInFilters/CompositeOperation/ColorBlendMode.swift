import CoreImageEssentials
import Foundation

/// Hue and saturation of the image with the lightness of the background.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)`, where B is the colour of `hue(s), S(s), L(b)` in HSL,
/// and the alpha `Sa + Ba − Sa · Ba`. `NonseparableBlending` defines hue, saturation and lightness, and states how well
/// they match Core Image. Both images are required. The extent is the union of their extents.
class ColorBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Gives the background the hue and saturation of the image.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.color.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gives a background the hue and saturation of an image.
    public class func colorBlendMode() -> any CIFilter & CICompositeOperation { registered(ColorBlendMode()) }
}
