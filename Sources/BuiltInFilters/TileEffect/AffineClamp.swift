import CoreImageEssentials
import Foundation
import Pixels

/// An image under an affine map, with its edge pixels repeated outwards infinitely:
/// `out(p) = image(T⁻¹ p clamped to the image's extent)`.
///
/// Premultiplied stored pixels, bilinear between pixel centres. The extent is infinite. A singular map, or one with
/// entries that aren't finite, gives an empty image. Source: Core Image Filter Reference.
class AffineClamp: CIFilter, CIAffineClamp {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAffineClamp", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Maps an image affinely and repeats its edge pixels outwards.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .identity, identity: .identity) var transform: CGAffineTransform

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return transform.keepsPicture ? inputImage.clampedToExtent().transformed(by: transform) : .empty()
    }
}

/// Inputs of the affine clamp.
public protocol CIAffineClamp: CIFilterProtocol {
    /// The image whose edge pixels are repeated.
    var inputImage: CIImage? { get set }
    /// The map from the image's space to the result's, both in pixels with the origin at the bottom left.
    var transform: CGAffineTransform { get set }
}

extension CIFilter {
    /// A filter that maps an image affinely and repeats its edge pixels outwards.
    public class func affineClamp() -> any CIFilter & CIAffineClamp { registered(AffineClamp()) }
}

extension AffineClamp: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("transform=0.6,0.2,-0.2,0.6,90,20") }
}
