import CoreImageEssentials
import Foundation

/// Saturation of the image with hue and lightness of the background.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)`, where B is the colour of `hue(b), S(s), L(b)` in HSL,
/// and the alpha `Sa + Ba − Sa · Ba`. `NonseparableBlending` defines hue, saturation and lightness, and states how well
/// they match Core Image. Both images are required. The extent is the union of their extents.
class SaturationBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISaturationBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Gives the background the saturation of the image.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.saturation.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gives a background the saturation of an image.
    public class func saturationBlendMode() -> any CIFilter & CICompositeOperation { registered(SaturationBlendMode()) }
}
