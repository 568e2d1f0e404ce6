import CoreImageEssentials
import Foundation

/// The part of the image outside the background: `S · (1 − Ba)` on premultiplied linear working-space colour. Porter
/// and Duff's “out”.
///
/// Both images are required. The extent is the union of their extents.
class SourceOutCompositing: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISourceOutCompositing", displayName: "Source Out",
            categories: [.compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the part of an image that lies beside a background.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    override var outputImage: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return CIBlendKernel.sourceOut.apply(foreground: inputImage, background: backgroundImage)
    }
}

extension CIFilter {
    /// A filter that keeps the part of an image outside a background.
    public class func sourceOutCompositing() -> any CIFilter & CICompositeOperation {
        registered(SourceOutCompositing())
    }
}

extension SourceOutCompositing: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/left.png backgroundImage=companions/right.png") }
}
