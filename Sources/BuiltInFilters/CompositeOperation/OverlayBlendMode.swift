import CoreImageEssentials
import Foundation

/// Multiplies where the background is dark, and screens where it is light: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with
/// `B = b ≤ ½ ? 2 · b · s : 1 − 2 · (1 − b) · (1 − s)`, and the alpha `Sa + Ba − Sa · Ba`. Nothing is clamped. Both
/// images are required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
class OverlayBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIOverlayBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Multiplies or screens, whichever the background asks for.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.overlay.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that multiplies or screens by the background.
    public class func overlayBlendMode() -> any CIFilter & CICompositeOperation { registered(OverlayBlendMode()) }
}
