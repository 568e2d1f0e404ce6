import CoreImageEssentials
import Foundation

/// The product of both images: `S · B` for each component, alpha among them, of premultiplied linear working-space
/// colour.
///
/// Both images are required. The extent is the intersection of their extents, as a lossless picture of Core Image shows
/// (iOS 7).
class MultiplyCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMultiplyCompositing", displayName: "Multiply",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Multiplies an image with a background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.componentMultiply.apply(
            extent: inputImage.extent.intersection(backgroundImage.extent), arguments: [inputImage, backgroundImage])
    }
}

extension CIFilter {
    /// A filter that multiplies two images.
    public class func multiplyCompositing() -> any CIFilter & CICompositeOperation { registered(MultiplyCompositing()) }
}

extension MultiplyCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
