import CoreImageEssentials
import Foundation

/// A star: a disc whose light falls off with the square of the distance, and a white cross of spikes.
///
/// At a distance r from the centre the pixel is
/// `colour · (radius / r)² + white · 10^opacity · max(1 − r / L, 0)² · (arm(u) · arm(v))³` in premultiplied linear
/// working-space values, with `arm(d) = radius / (10^epsilon + d / width)`. Alpha is clamped to 1 and light to 60 000,
/// which half floats can hold. The spikes lie along two lines at right angles; u and v are the distances to them, and
/// the spikes end at `L = radius · cross scale`.
///
/// The formula was found from two pictures that Core Image made. One has the default cross (iOS 7), the other a cross
/// so wide (opacity 1, epsilon 2, width 20) that it is nearly round (iOS 13.3). It agrees with both within the rounding
/// of 8 bits: if its premultiplied values are rounded too, the mean differences are 0.004 and 0.012 of 255.
///
/// The extent is infinite. The angle turns counterclockwise. Opacity and epsilon are clamped to −30…30, the width to at
/// least 0.01; other negative numbers count as 0. Numbers that aren't finite count as their defaults.
class StarShineGenerator: CIFilter, CIStarShineGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIStarShineGenerator", displayName: "Star Shine", categories: [.generator, .highDynamicRange, .video],
            kind: .generator, summary: "Makes a star with a cross of spikes.",
            status: .fitted(mean: 0.15, percentile99: 1))
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 0.8, blue: 0.6)) var color: CIColor
    @CIInput(default: 50, min: 0, slider: 0...300, nonFinite: 50, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 15, min: 0, slider: 0...100, identity: 15, nonFinite: 15) var crossScale: Float
    @CIInput(default: 0.6, slider: -Double.pi...Double.pi, nonFinite: 0.6, type: kCIAttributeTypeAngle)
    var crossAngle: Float
    @CIInput(default: -2, min: -8, slider: -8...0, identity: -2, nonFinite: -2) var crossOpacity: Float
    @CIInput(default: 2.5, min: 0, slider: 0.5...10, nonFinite: 2.5, type: kCIAttributeTypeDistance)
    var crossWidth: Float
    @CIInput(default: -2, min: -8, slider: -8...0, identity: -2, nonFinite: -2) var epsilon: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 starShine(
            vec2 center, vec2 direction, float radius, float reach, float light, float core, float width, __color color
        ) {
            vec2 offset = destCoord() - center;
            float distance = max(length(offset), 0.001);
            float glow = min(radius / distance, 10000.0);
            float fade = max(1.0 - distance / reach, 0.0);
            float first = abs(offset.y * direction.x - offset.x * direction.y);
            float second = abs(dot(offset, direction));
            float arms = (radius / (core + first / width)) * (radius / (core + second / width));
            // `light` is a cube root. The limit keeps the cube finite.
            float cross = min(light * arms, 1e12);
            vec4 sum = color * (glow * glow) + fade * fade * (cross * cross * cross);
            return vec4(min(sum.rgb, 60000.0), min(sum.a, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        let angle = CGFloat(crossAngle)
        let radius = min(max(radius, 0), 1e18)
        let reach = max(radius * min(max(crossScale, 0), 1e18), 1e-6)
        let light = pow(10, min(max(crossOpacity, -30), 30) / 3)
        let core = pow(10, min(max(epsilon, -30), 30))
        return Self.kernel.apply(
            extent: .infinite, CIVector(cgPoint: center), CIVector(x: cos(angle), y: sin(angle)), radius, reach,
            light, core, max(crossWidth, 0.01), color)
    }
}

/// Inputs of the star shine generator.
public protocol CIStarShineGenerator: CIFilterProtocol {
    /// The star's centre, in working space.
    var center: CGPoint { get set }
    /// The disc's colour; the cross is white.
    var color: CIColor { get set }
    /// The distance in pixels up to which the disc has its full colour, 0 or more.
    var radius: Float { get set }
    /// How long the spikes are, in radii.
    var crossScale: Float { get set }
    /// The angle of the first spike in radians, counterclockwise from the x axis.
    var crossAngle: Float { get set }
    /// How bright the cross is, as a power of 10.
    var crossOpacity: Float { get set }
    /// How wide the spikes are in pixels, 0 or more.
    var crossWidth: Float { get set }
    /// How soft the spikes' cores are, as a power of 10: the lower, the brighter and sharper.
    var epsilon: Float { get set }
}

extension CIFilter {
    /// A filter that makes a star with a cross of spikes.
    public class func starShineGenerator() -> any CIFilter & CIStarShineGenerator { registered(StarShineGenerator()) }
}
