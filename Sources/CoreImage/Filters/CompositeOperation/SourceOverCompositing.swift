import Foundation

/// The image over the background: `S + B · (1 − Sa)` on premultiplied linear working-space colour. Porter and Duff's
/// “over”; compared with pictures that Core Image made.
///
/// Both images are required. The extent is the union of their extents.
final class SourceOverCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISourceOverCompositing", displayName: "Source Over",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Puts an image over a background.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    static let kernel = CIBlendKernel(
        """
        kernel vec4 sourceOver(__sample image, __sample background) { return image + background * (1.0 - image.a); }
        """)

    override var result: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return Self.kernel.composite(inputImage, backgroundImage)
    }
}

extension CIFilter {
    /// A filter that puts an image over a background.
    public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation { SourceOverCompositing() }
}
