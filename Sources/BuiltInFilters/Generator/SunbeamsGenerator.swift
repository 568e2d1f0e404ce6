import CoreImageEssentials
import Foundation

/// A sun whose light falls off with the square of the distance, and white beams around it.
///
/// At a distance r from the centre, with reach = sun radius · maximum striation radius, the pixel is
/// `(1 − r / reach) · (colour · (radius / r)² + white · striation)` in premultiplied linear working-space values;
/// `striation` is a number for each direction (see `Striation`). An alpha a above 1 is set to 1, and the colour c turns
/// white: it becomes `linear(min(sRGB(c / a) · a, 1))` where that is more than c. Light is clamped to 60 000, which
/// half floats can hold.
///
/// A published render agrees within 1 of 255. Core Image's own alpha exceeds 1 near the sun; the white results from its
/// conversion to 8 bits, and is part of the look. Contrast and strength were 1 in the render: that they spread the
/// numbers about ½ and multiply them is ours.
///
/// The extent is the square around the circle where the beams end; a reach of 0 gives an empty image. Negative numbers
/// count as 0, ones that aren't finite as their defaults, and times are clamped to 0…1.
class SunbeamsGenerator: CIFilter, CISunbeamsGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CISunbeamsGenerator", displayName: "Sunbeams", categories: [.generator, .highDynamicRange, .video],
            kind: .generator, summary: "Makes a sun with beams.", status: .fitted(mean: 0.13, percentile99: 1))
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 0.5, blue: 0)) var color: CIColor
    @CIInput(default: 40, min: 0, slider: 0...800, identity: 40, nonFinite: 40, type: kCIAttributeTypeDistance)
    var sunRadius: Float
    @CIInput(default: 2.58, min: 0, slider: 0...10, identity: 2.58, nonFinite: 2.58, name: "Maximum Striation Radius")
    var maxStriationRadius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...3, identity: 0.5, nonFinite: 0.5) var striationStrength: Float
    @CIInput(default: 1.375, min: 0, slider: 0...5, identity: 1.375, nonFinite: 1.375) var striationContrast: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0) var time: Float

    private static let kernel = CIKernel(
        Striation.function + """
            kernel vec4 sunbeams(
                __table sampler noise, vec2 middle, vec2 center, float radius, float reach, float strength, float contrast,
                __color color
            ) {
                vec2 offset = destCoord() - center;
                float distance = max(length(offset), 0.001);
                float fade = max(1.0 - distance / reach, 0.0);
                float glow = min(radius / distance, 10000.0);
                float beam = striation(noise, middle, offset / distance, strength, contrast);
                vec4 light = fade * (color * (glow * glow) + beam);
                vec3 white = srgb_to_linear(min(linear_to_srgb(light.rgb / light.a) * light.a, 1.0));
                return vec4(min(light.a > 1.0 ? max(light.rgb, white) : light.rgb, 60000.0), min(light.a, 1.0));
            }
            """)

    override var outputImage: CIImage? {
        let radius = min(max(sunRadius, 0), 1e18)
        let reach = radius * min(max(maxStriationRadius, 0), 1e18)
        guard reach.isNormal else { return .empty() }
        let size = CGFloat(reach)
        return Self.kernel.apply(
            extent: CGRect(x: center.x - size, y: center.y - size, width: 2 * size, height: 2 * size),
            region: Striation.region, Striation.noise, Striation.circleCenter(at: time), CIVector(cgPoint: center),
            radius,
            reach, min(max(striationStrength, 0), 1e18),
            min(max(striationContrast, 0), 1e18), color)
    }
}

/// Inputs of the sunbeams generator.
public protocol CISunbeamsGenerator: CIFilterProtocol {
    /// The sun's centre, in working space.
    var center: CGPoint { get set }
    /// The sun's colour; the beams are white.
    var color: CIColor { get set }
    /// The distance in pixels up to which the sun has its full colour, 0 or more.
    var sunRadius: Float { get set }
    /// The place where the beams end, in radii of the sun.
    var maxStriationRadius: Float { get set }
    /// How bright the beams are, from 0.
    var striationStrength: Float { get set }
    /// How much the beams differ, from 0: 1 is the contrast of the noise.
    var striationContrast: Float { get set }
    /// Time of the flicker of the beams, from 0 to 1.
    var time: Float { get set }
}

extension CIFilter {
    /// A filter that makes a sun with beams.
    public class func sunbeamsGenerator() -> any CIFilter & CISunbeamsGenerator { registered(SunbeamsGenerator()) }
}
