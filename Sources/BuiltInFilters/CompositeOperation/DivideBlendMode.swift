import CoreImageEssentials
import Foundation

/// The background divided by the image.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b / s`, clamped to 0…1, and the alpha
/// `Sa + Ba − Sa · Ba`. The image in front is the divisor, so white changes nothing and darker colours brighten. Light
/// divided by 0 or less is 1; background light of 0 or less gives 0. Both images are required. The extent is the union
/// of their extents. Source: Core Image Filter Reference; ISO 32000-1, 11.3 for transparency.
class DivideBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDivideBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Divides the background by the image.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.divide.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that divides a background by an image.
    public class func divideBlendMode() -> any CIFilter & CICompositeOperation { registered(DivideBlendMode()) }
}
