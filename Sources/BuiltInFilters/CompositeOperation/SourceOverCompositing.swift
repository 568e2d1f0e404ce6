import CoreImageEssentials
import Foundation

/// The image over the background: `S + B · (1 − Sa)` on premultiplied linear working-space colour. Porter and Duff's
/// “over”; compared with pictures that Core Image made.
///
/// Both images are required. The extent is the union of their extents.
class SourceOverCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISourceOverCompositing", displayName: "Source Over",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Puts an image over a background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.sourceOver.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that puts an image over a background.
    public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation {
        registered(SourceOverCompositing())
    }
}

extension SourceOverCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
