import Foundation

/// How far every pixel is from the other side of a mask's edge: above 0 outside the mask, below 0 in it, up to ±1 at
/// the maximum distance.
///
/// A pixel whose red, premultiplied and linear, exceeds ½ is in the mask; outside the image nothing is. Outside the
/// mask red holds the exact Euclidean distance between the centres of the pixel and the nearest one of the mask, in the
/// mask minus that to the nearest one that isn't in it, divided by the maximum distance; so there is a step of two
/// pixels' worth at the edge, and no 0. Green and blue are 0, alpha is 1. The extent is infinite. The maximum distance
/// is held between 0 and 1000 pixels, and one that isn't a number counts as 0, for which there is nothing but ±1. The
/// numbers aren't colours. Source: Apple's documentation, which doesn't name the metric. Cost as for the distance
/// gradient.
final class SignedDistanceGradientFromRedMask: CIFilter, CISignedDistanceGradientFromRedMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CISignedDistanceGradientFromRedMask", categories: [.gradient, .video, .stillImage, .builtIn],
            kind: .generator,
            summary: "Computes how far pixels are from a mask's edge, below 0 in the mask.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, range: 0...1000, slider: 1...100, type: kCIAttributeTypeDistance) var maximumDistance: Float

    override var result: CIImage? {
        inputImage.map { CIImage(node: RowDistances.node(fromMask: $0.node, maximum: maximumDistance, isSigned: true)) }
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
        SignedDistanceGradientFromRedMask()
    }
}
