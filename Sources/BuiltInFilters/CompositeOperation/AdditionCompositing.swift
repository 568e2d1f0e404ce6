import CoreImageEssentials
import Foundation

/// The sum of both images: `S + B` for each component of premultiplied linear working-space colour, including alpha.
/// Porter and Duff's “plus”.
///
/// Nothing is clamped: two opaque images have alpha 2, which rendering clamps to 1 while the colours remain multiplied
/// by 2. Both images are required. The extent is the union of their extents. Source: a lossless picture of Core Image
/// (iOS 7), matched with mean 0.00 and a largest difference of 1 of 255.
class AdditionCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAdditionCompositing", displayName: "Addition",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Adds an image to a background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.componentAdd.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that adds two images.
    public class func additionCompositing() -> any CIFilter & CICompositeOperation { registered(AdditionCompositing()) }
}

extension AdditionCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
