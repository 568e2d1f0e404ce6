import CoreImageEssentials
import Foundation

/// The smaller value for each component: `min(S, B)`, alpha among them, of premultiplied linear working-space colour.
///
/// Both images are required. The extent is the intersection of their extents, as for the other products.
class MinimumCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMinimumCompositing", displayName: "Minimum",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the smaller of image and background for each component.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.componentMin.apply(
            extent: inputImage.extent.intersection(backgroundImage.extent), arguments: [inputImage, backgroundImage])
    }
}

extension CIFilter {
    /// A filter that keeps the smaller components of two images.
    public class func minimumCompositing() -> any CIFilter & CICompositeOperation { registered(MinimumCompositing()) }
}

extension MinimumCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
