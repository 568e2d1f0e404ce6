import CoreImageEssentials
import Foundation

/// The signed distance of every pixel to the edge of a mask: positive outside the mask, negative inside, up to ±1 at
/// the maximum distance.
///
/// A pixel is in the mask if its red, premultiplied and linear, exceeds ½; pixels outside the image are not. Outside
/// the mask, red holds the exact Euclidean distance from the pixel's centre to the nearest centre of a mask pixel,
/// divided by the maximum distance. In the mask it holds the negative of the distance to the nearest pixel outside it.
/// So there is a step of two pixels' distance at the edge, and no 0. Green and blue are 0, alpha is 1. The extent is
/// infinite. The maximum distance is clamped to 0…1000 pixels; NaN counts as 0, for which there is only ±1. The numbers
/// aren't colours. Source: Apple's documentation, which doesn't name the metric. The cost is that of the distance
/// gradient.
class SignedDistanceGradientFromRedMask: CIFilter, CISignedDistanceGradientFromRedMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CISignedDistanceGradientFromRedMask", categories: [.gradient, .video, .stillImage, .builtIn],
            kind: .generator,
            summary: "Computes how far pixels are from a mask's edge, below 0 in the mask.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, range: 0...1000, slider: 1...100, type: kCIAttributeTypeDistance) var maximumDistance: Float

    override var outputImage: CIImage? {
        inputImage?.mapNode { RowDistances.node(fromMask: $0, maximum: maximumDistance, isSigned: true) }
    }
}

/// Inputs of the signed distance gradient.
public protocol CISignedDistanceGradientFromRedMask: CIFilterProtocol {
    /// The mask: pixels whose red exceeds one half.
    var inputImage: CIImage? { get set }
    /// The distance in pixels at which the result reaches 1 or −1.
    var maximumDistance: Float { get set }
}

extension CIFilter {
    /// A filter that computes how far pixels are from a mask's edge.
    public class func signedDistanceGradientFromRedMask() -> any CIFilter & CISignedDistanceGradientFromRedMask {
        registered(SignedDistanceGradientFromRedMask())
    }
}

extension SignedDistanceGradientFromRedMask: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/mask.png maximumDistance=60") }
}
