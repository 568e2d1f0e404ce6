import CoreImageEssentials
import Foundation

/// The distance of every pixel to a mask: 0 in the mask, 1 at the maximum distance and beyond, linear between.
///
/// A pixel is in the mask if its red, premultiplied and linear, exceeds ½; pixels outside the image are not. Red holds
/// the exact Euclidean distance from the pixel's centre to the nearest centre of a mask pixel, divided by the maximum
/// distance. Green and blue are 0, alpha is 1. The extent is infinite. The maximum distance is clamped to 0…1000
/// pixels; NaN counts as 0, for which everything outside the mask is 1. The numbers aren't colours. Source: Apple's
/// documentation, which doesn't name the metric.
///
/// Rendering a part of the result reads the mask around it, as far as the maximum distance. The cost of a pixel grows
/// slowly with the distance: at 1000 pixels it is a little more than twice that at 10.
class DistanceGradientFromRedMask: CIFilter, CIDistanceGradientFromRedMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDistanceGradientFromRedMask", categories: [.gradient, .video], kind: .generator,
            summary: "Computes how far pixels are from a mask.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, range: 0...1000, slider: 1...100, type: kCIAttributeTypeDistance) var maximumDistance: Float

    override var outputImage: CIImage? {
        inputImage?.mapNode { RowDistances.node(fromMask: $0, maximum: maximumDistance, isSigned: false) }
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
        registered(DistanceGradientFromRedMask())
    }
}

extension DistanceGradientFromRedMask: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/mask.png maximumDistance=60") }
}
