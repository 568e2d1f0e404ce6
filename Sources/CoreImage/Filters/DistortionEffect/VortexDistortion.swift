import Foundation

/// A whirlpool: a disc of the image wound up about its centre, in many turns that get closer inwards.
///
/// At distance d from the centre the picture is turned anticlockwise by `angle · (1 − d / R)⁴`, and not at all from the radius R on: nine times round the
/// centre by default, but less than once where d is half of R. No formula is published; this one is ours. Bilinear sampling of premultiplied linear
/// pixels, transparent outside the image. The extent grows by what the disc can turn out of the image. A radius or an angle of 0 changes nothing, nor do ones that
/// aren't finite; angles beyond ±10 000 count as that.
final class VortexDistortion: CIFilter, CIVortexDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVortexDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Winds an image up about a point, like a whirlpool.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...800, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 18 * .pi, slider: -30 * .pi...30 * .pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 vortex(vec2 center, float radius, float angle) {
            vec2 offset = destCoord() - center;
            float rest = max(1.0 - length(offset) / radius, 0.0);
            rest *= rest;
            vec2 turn = cossin(angle * rest * rest);
            return center + vec2(dot(turn, offset), turn.x * offset.y - turn.y * offset.x);
        }
        """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        let (center, radius) = (center.finite, radius.finite(or: 0))
        let angle = min(max(angle.finite(or: 0), -10_000), 10_000)
        guard radius > 0.01, angle != 0 else { return inputImage }
        let (reach, whole) = (CGFloat(radius), CGFloat(angle))
        let map = TurningMap(center: center, radius: reach) { distance in
            let rest = max(1 - distance / reach, 0)
            return whole * rest * rest * rest * rest
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
    /// The angle at the centre in radians, positive anticlockwise: 2π for every time round.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that winds an image up about a point, like a whirlpool.
    public class func vortexDistortion() -> any CIFilter & CIVortexDistortion { VortexDistortion() }
}
