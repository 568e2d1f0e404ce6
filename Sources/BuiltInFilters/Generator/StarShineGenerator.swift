import CoreImageEssentials
import Foundation

/// A star: a disc whose light falls off with the square of the distance, and a white cross of spikes.
///
/// At a distance r from the centre the pixel is
/// `colour · (radius / r)² + white · max(1 − r / L, 0)² · (arm(u) + arm(v))` in premultiplied linear working-space
/// values. Alpha is clamped to 1 and light to 60 000, which half floats can hold. The spikes lie along two lines at
/// right angles; u and v are the distances to them, and the spikes end at `L = radius · cross scale`.
/// `arm(d) = 0.212 · e^opacity / (e^epsilon + 0.488 · d / width)`, where e^epsilon is limited so that a spike's core is
/// never thinner than a pixel.
///
/// The disc's term, L and the fading are exact in a published render, whose cross is so wide (opacity 1, epsilon 2,
/// width 20) that it is hardly a cross. `arm` agrees with it within 1 of 255; its shape at usual settings is ours. The
/// extent is infinite. The angle turns counterclockwise. Negative numbers count as 0, except opacity and epsilon;
/// numbers that aren't finite count as their defaults.
class StarShineGenerator: CIFilter, CIStarShineGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIStarShineGenerator", displayName: "Star Shine", categories: [.generator, .highDynamicRange, .video],
            kind: .generator, summary: "Makes a star with a cross of spikes.",
            status: .fitted(mean: 0.13, percentile99: 1))
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
            vec2 center, vec2 direction, float radius, float reach, float light, float core, float slope, __color color
        ) {
            vec2 offset = destCoord() - center;
            float distance = max(length(offset), 0.001);
            float glow = min(radius / distance, 10000.0);
            float fade = max(1.0 - distance / reach, 0.0);
            float first = abs(offset.y * direction.x - offset.x * direction.y);
            float second = abs(dot(offset, direction));
            float cross = light / (core + slope * first) + light / (core + slope * second);
            vec4 light = color * (glow * glow) + fade * fade * cross;
            return vec4(min(light.rgb, 60000.0), min(light.a, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        let angle = CGFloat(crossAngle)
        let radius = min(max(radius, 0), 1e18)
        let reach = max(radius * min(max(crossScale, 0), 1e18), 1e-6)
        let light = 0.212 * exp(min(max(crossOpacity, -30), 30))
        // Widths below a hundredth of a pixel all look the same.
        let slope = 0.488 / max(crossWidth, 0.01)
        let core = max(exp(min(max(epsilon, -30), 30)), 0.5 * slope)
        return Self.kernel.apply(
            extent: .infinite, CIVector(cgPoint: center), CIVector(x: cos(angle), y: sin(angle)), radius, reach,
            light, core, slope, color)
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
    /// How bright the cross is, as a power of e.
    var crossOpacity: Float { get set }
    /// How wide the spikes are in pixels, 0 or more.
    var crossWidth: Float { get set }
    /// How soft the spikes' cores are, as a power of e: the lower, the brighter and sharper.
    var epsilon: Float { get set }
}

extension CIFilter {
    /// A filter that makes a star with a cross of spikes.
    public class func starShineGenerator() -> any CIFilter & CIStarShineGenerator { registered(StarShineGenerator()) }
}
