import CoreImageEssentials
import Foundation

/// A view into a tunnel: a circle of the image is its far end, and the colours on the circle's rim run along its walls
/// in a spiral.
///
/// With R the radius, the image is unchanged inside the circle. Outside, at distance d from the centre, a pixel has the
/// colour of the rim in its direction plus `R / 2π · ln(d / R)` radians, minus `rotation · (1 − R / d)`: a logarithmic
/// spiral, nearly rings, and a twist that reaches `rotation` anticlockwise. Bilinear sampling of premultiplied stored
/// pixels, transparent outside the image. The extent is infinite.
///
/// The spiral is fitted to a picture that Core Image made in 2013, of radius 100 and, as far as is known, rotation 0:
/// its turns agree with `15.916 · ln(d / R)`, and 100 / 2π is 15.9155. That this factor follows the radius, and the
/// effect of the rotation, are ours. The mean difference is 0.6 of 255. A radius that isn't positive and finite changes
/// nothing. A rotation that isn't finite counts as 0, and rotations are clamped to ±10 000.
class LightTunnel: CIFilter, CILightTunnel {
    override class var registration: CIFilterRegistration {
        .init(
            "CILightTunnel", displayName: "Light Tunnel Distortion",
            categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Draws the colours on a circle outwards, like the walls of a tunnel.",
            status: .fitted(mean: 0.64, percentile99: 7))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 0, slider: 0...0.5 * .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var rotation: Float
    @CIInput(default: 100, slider: 1...500, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 tunnel(vec2 center, float rotation, float radius) {
            vec2 offset = destCoord() - center;
            float depth = radius / max(length(offset), radius);
            vec2 turn = cossin(rotation * (1.0 - depth) + radius * 0.15915494 * log(depth));
            return center + depth * vec2(dot(turn, offset), turn.x * offset.y - turn.y * offset.x);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        if inputImage.extent.isNull || inputImage.extent.isEmpty { return .empty() }
        let (center, rotation) = (center, min(max(rotation, -10_000), 10_000))
        guard radius > 0 else { return inputImage }
        let (reach, whole) = (CGFloat(radius), CGFloat(rotation))
        let turn: @Sendable (CGFloat) -> CGFloat = { distance in
            let depth = reach / max(distance, reach)
            return whole * (1 - depth) + reach / (2 * .pi) * log(depth)
        }
        // The distance at which rotation and spiral cancel.
        let rest = 2 * .pi * whole
        let region = CIKernelRegion { _, rect in
            if rect.isInfinite || rect.isNull { return rect }
            var sector = AnnularSector(around: rect, center: center)
            if sector.distances.far <= reach { return rect }
            let (near, far) = sector.distances
            let turns = [near, far, min(max(rest, near), far)].map(turn)
            sector.azimuths.start -= turns.max() ?? 0
            sector.azimuths.end -= turns.min() ?? 0
            sector.distances = (min(sector.distances.near, reach), reach)
            return sector.bounds
        }
        return Self.kernel.apply(
            to: inputImage, extent: .infinite, region: region, CIVector(cgPoint: center), rotation, radius)
    }
}

/// Inputs of the light tunnel.
public protocol CILightTunnel: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The middle of the tunnel's end, in working space.
    var center: CGPoint { get set }
    /// Angle by which the tunnel is twisted, in radians, positive anticlockwise towards the viewer.
    var rotation: Float { get set }
    /// The radius of the tunnel's end, in pixels; 0 changes nothing.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that draws the colours on a circle outwards, like the walls of a twisted tunnel.
    public class func lightTunnel() -> any CIFilter & CILightTunnel { registered(LightTunnel()) }
}

extension LightTunnel: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=70 rotation=1.5") }
}
