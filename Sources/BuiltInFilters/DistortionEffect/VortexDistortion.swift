import CoreImageEssentials
import Foundation

/// A whirlpool: a disc of the image wound up about its centre, in turns that get closer inwards.
///
/// At distance d from the centre the picture is turned anticlockwise by `angle · (1 − d / radius)² / d` radians, d in
/// pixels, and not at all from the radius on. Bilinear sampling of premultiplied stored pixels, transparent outside the
/// image. The extent is the union of the image's extent and the square around the disc, in whole pixels.
///
/// Fitted to a picture that Core Image made in 2013, of radius 300 and angle 18π: its rings are turned by the formula's
/// angle within 0.0015 radians, and the rest is the error of that system's sine. The mean difference is 0.1 of 255 and
/// the 99th percentile 2; with that system's sine, the difference is within rounding. A radius or an angle that is 0 or
/// isn't finite changes nothing; angles are clamped to ±10 000.
class VortexDistortion: CIFilter, CIVortexDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVortexDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Winds an image up about a point, like a whirlpool.", status: .fitted(mean: 0.13, percentile99: 2))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...800, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float
    @CIInput(default: 18 * .pi, slider: -30 * .pi...30 * .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var angle: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 vortex(vec2 center, float radius, float angle) {
            vec2 offset = destCoord() - center;
            float distance = max(length(offset), 0.001);
            float rest = max(1.0 - distance / radius, 0.0);
            vec2 turn = cossin(angle * rest * rest / distance);
            return center + vec2(dot(turn, offset), turn.x * offset.y - turn.y * offset.x);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let angle = min(max(angle, -10_000), 10_000)
        guard radius > 0.01, angle != 0 else { return inputImage }
        let (reach, whole) = (CGFloat(radius), CGFloat(angle))
        let map = TurningMap(center: center, radius: reach) { distance in
            let rest = max(1 - distance / reach, 0)
            return whole * rest * rest / max(distance, 0.001)
        }
        return Self.kernel.apply(
            to: inputImage, extent: map.extent(of: inputImage.extent), region: CIKernelRegion { map.source(of: $1) },
            CIVector(cgPoint: center), radius, angle)
    }
}

/// Inputs of the vortex distortion.
public protocol CIVortexDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The whirlpool's middle, in working space.
    var center: CGPoint { get set }
    /// Where the turning ends, in pixels from the centre, 0 or more.
    var radius: Float { get set }
    /// The strength: the angle in radians, positive anticlockwise, by which points one pixel from the centre are turned
    /// if the radius is infinite.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that winds an image up about a point, like a whirlpool.
    public class func vortexDistortion() -> any CIFilter & CIVortexDistortion { registered(VortexDistortion()) }
}

extension VortexDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=110 angle=20") }
}
