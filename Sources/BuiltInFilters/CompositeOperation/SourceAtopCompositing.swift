import CoreImageEssentials
import Foundation

/// The image over the background, inside the background only: `S · Ba + B · (1 − Sa)` on premultiplied linear
/// working-space colour. Porter and Duff's “atop”.
///
/// Both images are required. The extent is the union of their extents.
class SourceAtopCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISourceAtopCompositing", displayName: "Source Atop",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Puts an image over a background, inside the background only.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.sourceAtop.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that puts an image over a background, inside it only.
    public class func sourceAtopCompositing() -> any CIFilter & CICompositeOperation {
        registered(SourceAtopCompositing())
    }
}

extension SourceAtopCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
