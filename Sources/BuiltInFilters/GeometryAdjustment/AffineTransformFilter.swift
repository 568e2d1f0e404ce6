import CoreImageEssentials
import Foundation
import Pixels

/// An image under an affine map: `out(p) = image(T⁻¹ p)`.
///
/// Premultiplied stored pixels, bilinear between pixel centres, transparent outside the image. The extent is the
/// rectangle around the mapped one. A singular map, or one whose entries or their inverses aren't numbers below 2³⁰,
/// gives an empty image. Source: Core Image Filter Reference.
class AffineTransformFilter: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAffineTransform", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Moves, scales, turns and shears an image.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .identity, identity: .identity) var transform: CGAffineTransform

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return transform.keepsPicture ? inputImage.transformed(by: transform) : .empty()
    }
}

extension AffineTransformFilter: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("transform=0.8,0.3,-0.3,0.8,70,0") }
}
