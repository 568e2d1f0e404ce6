import CoreImageEssentials
import Foundation

/// Darkens gently where the image is dark, and brightens where it is light.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b^p`, where `p = 2 − 2s` for s below ½, and
/// `1.5 − s` above, with s clamped to 0…1, and the alpha `Sa + Ba − Sa · Ba`. A negative b is kept. Both images are
/// required. The extent is the union of their extents. Source: fitted to a lossless picture of Core Image (iOS 7),
/// which it matches with mean 0.00 and a largest difference of 1 of 255. PDF's formula of the same name differs from
/// the picture by a mean of 4.4.
class SoftLightBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISoftLightBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Darkens or brightens the background gently, whichever the image asks for.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.softLight.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gently darkens or brightens by the image in front.
    public class func softLightBlendMode() -> any CIFilter & CICompositeOperation { registered(SoftLightBlendMode()) }
}
