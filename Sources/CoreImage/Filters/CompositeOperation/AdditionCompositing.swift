import Foundation

/// The sum of both images: `S + B` for each component of premultiplied linear working-space colour. Porter and Duff's
/// “plus”: alpha ends at 1, where two opaque images would have 2; light has no such end.
///
/// Both images are needed. The extent is the union of theirs.
final class AdditionCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAdditionCompositing", displayName: "Addition",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Adds an image to a background.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    static let kernel = CIBlendKernel(
        """
        kernel vec4 addition(__sample image, __sample background) {
            vec4 sum = image + background;
            return vec4(sum.rgb, min(sum.a, 1.0));
        }
        """)

    override var result: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return Self.kernel.composite(inputImage, backgroundImage)
    }
}

extension CIFilter {
    /// A filter that adds two images.
    public class func additionCompositing() -> any CIFilter & CICompositeOperation { AdditionCompositing() }
}
