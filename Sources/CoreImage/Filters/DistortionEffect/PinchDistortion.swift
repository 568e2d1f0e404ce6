import Foundation

/// A disc of the image drawn together towards its centre.
///
/// Inside the radius R around the centre c, a pixel at offset v from c reads the image at `c + v / sin(π/2 · |v| / R)^scale`: farther out than it is, so that the
/// picture shrinks towards the centre, and at the rim, where nothing moves, both parts meet smoothly. At 1 the pinch is so strong that the centre shows what was
/// 2/π of the radius away; beyond, more and more of what is around the disc appears in its middle, mirrored. The formula is the usual one for a pinch;
/// Core Image's own isn't published. Bilinear sampling of premultiplied linear pixels, transparent outside the image. The extent grows towards a centre
/// outside the image. A radius and a scale of 0 and below, or ones that aren't finite, change nothing; scales above 2 count as 2.
final class PinchDistortion: CIFilter, CIPinchDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPinchDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Draws an image together towards a point.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...1000, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...2, identity: 0) var scale: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 pinch(vec2 center, float radius, float scale) {
            vec2 offset = destCoord() - center;
            float part = clamp(length(offset) / radius, 0.0001, 1.0);
            return center + offset / pow(sin(1.5707963 * part), scale);
        }
        """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        let (center, radius, scale) = (center.finite, radius.finite(or: 0), min(scale.finite(or: 0), 2))
        guard radius > 0.01, scale > 0 else { return inputImage }
        let (reach, strength) = (CGFloat(radius), CGFloat(scale))
        let map = RadialMap(center: center) { distance in
            1 / pow(sin(.pi / 2 * min(max(distance / reach, 0.0001), 1)), strength)
        }
        let extent = map.destination(of: inputImage.extent) { distance in
            // Beyond 1 all that is outside appears at the centre too.
            strength > 1 ? 0 : map.destination(of: distance, radius: reach)
        }
        return Self.kernel.apply(
            to: inputImage, extent: extent, region: CIKernelRegion { map.source(of: $1) }, CIVector(cgPoint: center),
            radius, scale)
    }
}

/// Inputs of the pinch distortion.
public protocol CIPinchDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The point that the image is drawn to, in working space.
    var center: CGPoint { get set }
    /// The radius of the disc that is drawn together, in pixels, 0 or more.
    var radius: Float { get set }
    /// The pinch's strength: from 0 for none over 1, where the centre is gone, to 2.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image together towards a point.
    public class func pinchDistortion() -> any CIFilter & CIPinchDistortion { PinchDistortion() }
}
