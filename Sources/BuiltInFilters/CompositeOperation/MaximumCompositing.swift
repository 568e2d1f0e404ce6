import CoreImageEssentials
import Foundation

/// The larger value for each component: `max(S, B)`, alpha among them, of premultiplied linear working-space colour.
///
/// Both images are required. The extent is the union of their extents.
class MaximumCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMaximumCompositing", displayName: "Maximum",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the larger of image and background for each component.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.componentMax.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that keeps the larger components of two images.
    public class func maximumCompositing() -> any CIFilter & CICompositeOperation { registered(MaximumCompositing()) }
}

extension MaximumCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
