import Foundation
import Pixels

/// An image under an affine map: `out(p) = image(T⁻¹ p)`.
///
/// Premultiplied linear pixels, bilinear between pixel centres, transparent outside the image. The extent is the rectangle around the
/// mapped one. A map that squeezes the plane to a line or a point, or whose entries or their inverses are no numbers below 2³⁰, leaves no picture: an
/// empty image. Source: Core Image Filter Reference.
final class AffineTransformFilter: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAffineTransform", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Moves, scales, turns and shears an image.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .identity, identity: .identity) var transform: CGAffineTransform

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return transform.keepsPicture ? inputImage.transformed(by: transform) : .empty()
    }
}
