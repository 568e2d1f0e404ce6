import CoreImageEssentials
import Foundation
import ImageGraph

/// An image blurred most where a mask is bright, and not at all where it is black.
///
/// The radius at a pixel is r = `radius` · the mask's green value (premultiplied, linear working space). Up to r = 0.75
/// the result is the image; at r = 1.5, 3, 6 … it is the image blurred by a Gaussian of that standard deviation; in
/// between, the two nearest of these are mixed in proportion to log₂ r. Pixels are premultiplied and linear, and
/// transparent outside the image and outside the mask.
///
/// The extent is the image's, grown by eight standard deviations of the softest blur, outwards to multiples of 2 pixels
/// for each 0.75 of that deviation, which is a power of two; most of it is transparent. Without a mask there is no
/// result. A radius that isn't finite, or is at most 0.75, changes nothing. Source: published measurements of Core
/// Image's own filter. The extent follows a rule that gives the one measured (iOS 12), 1088 × 896 for 660 × 483 at
/// radius 20.
class MaskedVariableBlur: CIFilter, CIMaskedVariableBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMaskedVariableBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs by as much as a mask says.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var mask: CIImage?
    @CIInput(default: 5, min: 0, slider: 0...10, identity: 0, nonFinite: 0) var radius: Float

    /// The radius up to which the image itself is shown.
    private static let sharpest = 0.75

    private static let kernel = CIColorKernel(
        """
        kernel vec4 variableBlur(__sample sharper, __sample softer, __sample mask, float scale) {
            return mix(sharper, softer, clamp(log2(max(mask.g * scale, 1.0)), 0.0, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let mask else { return nil }
        let radius = min(Double(radius), 100_000)
        var (result, deviation) = (inputImage, Self.sharpest)
        while deviation < radius {
            let softer = inputImage.mapNode { $0.gaussianBlurred(sigma: 2 * deviation) }
            result = Self.kernel.apply(
                to: result, extent: inputImage.extent.safeUnion(softer.extent.safeIntersection(mask.extent)), softer,
                mask,
                Float(radius / deviation))
            deviation *= 2
        }
        if deviation == Self.sharpest { return result }
        let extent = Self.extent(of: inputImage.extent, deviation: deviation).safeUnion(result.extent)
        return result.resized(to: extent)
    }

    private static func extent(of image: CGRect, deviation: Double) -> CGRect {
        if image.isInfinite || image.isNull { return image }
        let step = 2 * deviation / sharpest
        let grown = image.insetBy(dx: -8 * deviation, dy: -8 * deviation)
        let (left, bottom) = ((grown.minX / step).rounded(.down) * step, (grown.minY / step).rounded(.down) * step)
        let (right, top) = ((grown.maxX / step).rounded(.up) * step, (grown.maxY / step).rounded(.up) * step)
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

/// Inputs of the masked variable blur.
public protocol CIMaskedVariableBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Mask whose green value, times the radius, is the radius at a pixel.
    var mask: CIImage? { get set }
    /// Standard deviation in pixels where the mask is white, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that blurs with a radius given by a mask.
    public class func maskedVariableBlur() -> any CIFilter & CIMaskedVariableBlur { registered(MaskedVariableBlur()) }
}

extension MaskedVariableBlur: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("radius=12") }
}
