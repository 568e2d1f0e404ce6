import CoreImageEssentials
import Foundation

/// The part of the image inside the background: `S · Ba` on premultiplied linear working-space colour. Porter and
/// Duff's “in”.
///
/// Both images are required. The extent is the intersection of their extents, as lossless pictures of Core Image show
/// (iOS 7).
class SourceInCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISourceInCompositing", displayName: "Source In",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the part of an image that lies over a background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.sourceIn.apply(
            extent: inputImage.extent.intersection(backgroundImage.extent), arguments: [inputImage, backgroundImage])
    }
}

extension CIFilter {
    /// A filter that keeps the part of an image inside a background.
    public class func sourceInCompositing() -> any CIFilter & CICompositeOperation { registered(SourceInCompositing()) }
}

extension SourceInCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
