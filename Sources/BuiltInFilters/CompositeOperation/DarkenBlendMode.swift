import CoreImageEssentials
import Foundation

/// The darker of both colours for each component: PDF's “darken”.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · min(s, b)`, and the alpha `Sa + Ba − Sa · Ba`. Both images are
/// required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
class DarkenBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDarkenBlendMode", displayName: "Darken Blend Mode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the darker of image and background for each component.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.darken.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that keeps the darker colour of two images.
    public class func darkenBlendMode() -> any CIFilter & CICompositeOperation { registered(DarkenBlendMode()) }
}
