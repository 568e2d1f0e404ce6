import CoreImageEssentials
import Foundation

/// A disc of the image turned about its centre, most of all in the middle.
///
/// At distance d from the centre the picture is turned anticlockwise by `angle · (1 − 3x² + 2x³)` with
/// `x = d / radius`: by the whole angle at the centre, and not at all from the radius on. All round distortions with a
/// rim use this smooth step. Bilinear sampling of premultiplied stored pixels, transparent outside the image. The
/// extent is the union of the image's extent and the square around the disc, in whole pixels.
///
/// Fitted to a picture that Core Image made in 2013, of radius 300 and angle π: its rings are turned by the formula's
/// angle within 0.001 radians, and the rest is the error of that system's sine. The mean difference is 0.3 of 255 and
/// the 99th percentile 4; with that system's sine, the difference is within rounding. A picture of Mac OS X 10.4, of
/// radius 150, has the same falloff. A radius or an angle that is 0 or isn't finite changes nothing; angles are clamped
/// to ±10 000.
class TwirlDistortion: CIFilter, CITwirlDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CITwirlDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Turns an image about a point, less and less towards a radius.",
            status: .fitted(mean: 0.29, percentile99: 4))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...500, identity: 300, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float
    @CIInput(default: .pi, slider: -4 * .pi...4 * .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var angle: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 twirl(vec2 center, float radius, float angle) {
            vec2 offset = destCoord() - center;
            vec2 turn = cossin(angle * (1.0 - smoothstep(0.0, 1.0, length(offset) / radius)));
            return center + vec2(dot(turn, offset), turn.x * offset.y - turn.y * offset.x);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let angle = min(max(angle, -10_000), 10_000)
        guard radius > 0.01, angle != 0 else { return inputImage }
        let (reach, whole) = (CGFloat(radius), CGFloat(angle))
        let map = TurningMap(center: center, radius: reach) { whole * (1 - smoothStep($0 / reach)) }
        return Self.kernel.apply(
            to: inputImage, extent: map.extent(of: inputImage.extent), region: CIKernelRegion { map.source(of: $1) },
            CIVector(cgPoint: center), radius, angle)
    }
}

/// Inputs of the twirl distortion.
public protocol CITwirlDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The point that the image is turned about, in working space.
    var center: CGPoint { get set }
    /// Where the turning ends, in pixels from the centre, 0 or more.
    var radius: Float { get set }
    /// The angle at the centre in radians, positive anticlockwise.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that turns an image about a point, less and less towards a radius.
    public class func twirlDistortion() -> any CIFilter & CITwirlDistortion { registered(TwirlDistortion()) }
}

extension TwirlDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=110") }
}
