import Foundation

/// How far every pixel is from a mask: 0 in the mask, 1 at the maximum distance and beyond, straight between.
///
/// A pixel whose red, premultiplied and linear, exceeds ½ is in the mask; outside the image nothing is. Red holds the
/// exact Euclidean distance between the centres of the pixel and the nearest one of the mask, divided by the maximum
/// distance; green and blue are 0, alpha is 1. The extent is infinite. The maximum distance is held between 0 and 1000
/// pixels, and one that isn't a number counts as 0, for which everything outside the mask is 1. The numbers aren't
/// colours. Source: Apple's documentation, which doesn't name the metric.
///
/// A part of the result needs the mask around it, as far as the maximum distance. The cost of a pixel hardly depends on
/// the distance up to 200 pixels, and is five times as high at 1000.
final class DistanceGradientFromRedMask: CIFilter, CIDistanceGradientFromRedMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDistanceGradientFromRedMask", categories: [.gradient, .video], kind: .generator,
            summary: "Computes how far pixels are from a mask.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, range: 0...1000, slider: 1...100, type: kCIAttributeTypeDistance) var maximumDistance: Float

    override var result: CIImage? {
        inputImage.map {
            CIImage(node: RowDistances.node(fromMask: $0.node, maximum: maximumDistance, isSigned: false))
        }
    }
}

/// Inputs of the distance gradient.
public protocol CIDistanceGradientFromRedMask: CIFilterProtocol {
    /// The mask: pixels whose red exceeds one half.
    var inputImage: CIImage? { get set }
    /// The distance in pixels at which the result reaches 1.
    var maximumDistance: Float { get set }
}

extension CIFilter {
    /// A filter that computes how far pixels are from a mask.
    public class func distanceGradientFromRedMask() -> any CIFilter & CIDistanceGradientFromRedMask {
        DistanceGradientFromRedMask()
    }
}
