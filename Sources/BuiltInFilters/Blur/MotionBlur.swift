import CoreImageEssentials
import Foundation
import ImageGraph

/// An image blurred along a line, as if it or the camera had moved.
///
/// The mean of premultiplied linear working-space pixels along a line at `angle`. The weights follow a Gaussian whose
/// standard deviation is `radius` pixels and that ends at 2.5 deviations. Pixels outside the image are transparent, so
/// that edges fade. The extent grows by six radii along the line, to the nearest multiples of half the largest power of
/// two in the radius, or by the pixels that are read where that is more. A radius that isn't positive and finite
/// changes nothing, nor does an angle that isn't finite; the maximum radius is 2000.
///
/// Source: a published render of Core Image (radius 20 at 3 radians: mean difference 0.7/255, 99th percentile 3/255
/// inside, and the same extent). That render, of iOS 12, has a faint uniform colour around the picture, where this
/// filter is transparent.
class MotionBlur: CIFilter, CIMotionBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMotionBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs along a line.", status: .fitted(mean: 3.54, percentile99: 20))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 20, min: 0, slider: 0...100, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float

    override var outputImage: CIImage? {
        guard let inputImage, radius > 0, radius.isFinite, angle.isFinite else { return inputImage }
        let blurred = inputImage.mapNode { $0.motionBlurred(sigma: Double(radius), angle: Double(angle)) }
        let published = Self.extent(
            of: inputImage.extent, radius: CGFloat(min(radius, 2000)), angle: CGFloat(angle))
        return blurred.resized(to: published.safeUnion(blurred.extent))
    }

    private static func extent(of image: CGRect, radius: CGFloat, angle: CGFloat) -> CGRect {
        if image.isInfinite || image.isNull { return image }
        let step = max(1, radius.binade / 2)
        let (x, y) = (6 * radius * abs(cos(angle)), 6 * radius * abs(sin(angle)))
        return image.insetBy(dx: -(x / step).rounded() * step, dy: -(y / step).rounded() * step)
    }
}

/// Inputs of the motion blur.
public protocol CIMotionBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the blur in pixels, 0 or more.
    var radius: Float { get set }
    /// Direction of the line in radians, counterclockwise from the x axis.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that blurs along a line.
    public class func motionBlur() -> any CIFilter & CIMotionBlur { registered(MotionBlur()) }
}
