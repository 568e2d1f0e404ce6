import Foundation
import ImageGraph
import Pixels

/// An image averaged with weights that follow a Gaussian of standard deviation `radius`, in pixels.
///
/// Premultiplied linear working-space pixels, transparent outside the image, so that edges fade; clamp the image first to avoid it. A radius of 0, a
/// negative one and one that isn't finite change nothing. The extent is the one that a published render of Core Image has: eight radii larger on every side, rounded
/// outwards to multiples of the largest power of two in the radius; most of it is transparent. Source: that render, which the blur matches.
final class GaussianBlur: CIFilter, CIGaussianBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGaussianBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs by a Gaussian distribution.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0...100, identity: 0) var radius: Float

    override var result: CIImage? {
        guard let inputImage, radius > 0, radius.isFinite else { return inputImage }
        let blurred = inputImage.node.gaussianBlurred(sigma: Double(radius))
        let extent = Self.extent(of: inputImage.extent, radius: CGFloat(radius)).union(blurred.extent)
        return CIImage(node: ImageNode(.crop(blurred, extent), extent: extent))
    }

    private static func extent(of image: CGRect, radius: CGFloat) -> CGRect {
        if image.isInfinite || image.isNull { return image }
        let step = radius < 1 ? 1 : radius.binade
        let grown = image.insetBy(dx: -8 * radius, dy: -8 * radius)
        let (left, bottom) = ((grown.minX / step).rounded(.down) * step, (grown.minY / step).rounded(.down) * step)
        let (right, top) = ((grown.maxX / step).rounded(.up) * step, (grown.maxY / step).rounded(.up) * step)
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

/// Inputs of the Gaussian blur.
public protocol CIGaussianBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the Gaussian in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that blurs by a Gaussian distribution.
    public class func gaussianBlur() -> any CIFilter & CIGaussianBlur { GaussianBlur() }
}
