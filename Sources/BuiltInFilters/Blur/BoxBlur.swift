import CoreImageEssentials
import Foundation
import ImageGraph

/// An image averaged over a square around each pixel, whose side is the largest odd number of pixels that isn't greater
/// than the radius.
///
/// Pixels are premultiplied and in the linear working space, and transparent outside the image. The extent grows by
/// half the square on every side. Radii below 3, and ones that aren't finite, change nothing; the maximum radius is
/// 10 000. Source: a published render, in which a radius of 40 averages over 39 pixels.
class BoxBlur: CIFilter, CIBoxBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBoxBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs by the mean over a square.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 1, slider: 1...100, type: kCIAttributeTypeDistance) var radius: Float

    override var outputImage: CIImage? {
        guard let inputImage, radius.isFinite, radius >= 3 else { return inputImage }
        let reach = (Int(min(radius, 10_000)) - 1) / 2
        return inputImage.mapNode { $0.boxBlurred(radius: reach) }
    }
}

/// Inputs of the box blur.
public protocol CIBoxBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Side of the square in pixels, at least 1.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that blurs by the mean over a square.
    public class func boxBlur() -> any CIFilter & CIBoxBlur { registered(BoxBlur()) }
}
