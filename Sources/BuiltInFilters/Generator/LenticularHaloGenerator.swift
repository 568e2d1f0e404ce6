import CoreImageEssentials
import Foundation

/// A halo as lenses make it around lights: a red, a green and a blue ring of fine streaks.
///
/// Each ring rises from 0 at its edges to 1 in its middle by `smoothstep`, over the width w. Its colour component is
/// `colour · ring · striation`, and alpha is that of the strongest ring, at most 1, in premultiplied linear
/// working-space values. Light is clamped to 60 000, which half floats can hold. `striation` is a number for each
/// direction (see `Striation`). The halo begins at its radius and has the total width `width`. With overlap o each ring
/// has `w = width / (3 − 2o)`, and red and green lie `2 (1 − o) w` and `(1 − o) w` further out than blue, so that the
/// rings coincide at 1 and stand side by side at 0.
///
/// A published render at overlap, strength and contrast 1 agrees within 0.3 of 255 on average. How the rings move
/// apart, with red outermost as in diffraction, and the effect of strength and contrast are ours. The extent is the
/// square around the outer edge; a width of 0 gives an empty image. Negative numbers count as 0, ones that aren't
/// finite as their defaults, overlaps above 1 as 1, and times are clamped to 0…1.
class LenticularHaloGenerator: CIFilter, CILenticularHaloGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CILenticularHaloGenerator", displayName: "Lenticular Halo",
            categories: [.generator, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a halo as lenses make it around lights.", status: .fitted(mean: 0.11, percentile99: 1))
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 0.9, blue: 0.8)) var color: CIColor
    @CIInput(default: 70, min: 0, slider: 0...1000, nonFinite: 70, type: kCIAttributeTypeDistance) var haloRadius: Float
    @CIInput(default: 87, min: 0, slider: 0...300, nonFinite: 87, type: kCIAttributeTypeDistance) var haloWidth: Float
    @CIInput(default: 0.77, min: 0, slider: 0...1, nonFinite: 0.77) var haloOverlap: Float
    @CIInput(default: 0.5, min: 0, slider: 0...3, nonFinite: 0.5) var striationStrength: Float
    @CIInput(default: 1, min: 0, slider: 0...5, nonFinite: 1) var striationContrast: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0) var time: Float

    private static let kernel = CIKernel(
        Striation.function + """
            kernel vec4 lenticularHalo(
                __table sampler noise, vec2 middle, vec2 center, vec3 starts, float width, float strength, float contrast,
                __color color
            ) {
                vec2 offset = destCoord() - center;
                float distance = max(length(offset), 0.001);
                vec3 place = (distance - starts) / width;
                vec3 ring = smoothstep(0.0, 1.0, 1.0 - abs(2.0 * place - 1.0));
                float streak = striation(noise, middle, offset / distance, strength, contrast);
                vec4 light = streak * color * vec4(ring, max(max(ring.r, ring.g), ring.b));
                return vec4(min(light.rgb, 60000.0), min(light.a, 1.0));
            }
            """)

    override var outputImage: CIImage? {
        let radius = min(max(haloRadius, 0), 1e18)
        let width = min(max(haloWidth, 0), 1e18)
        guard width.isNormal else { return .empty() }
        let overlap = min(max(haloOverlap, 0), 1)
        let ring = width / (3 - 2 * overlap)
        let apart = CGFloat(ring * (1 - overlap))
        let (inner, reach) = (CGFloat(radius), CGFloat(radius) + CGFloat(width))
        return Self.kernel.apply(
            extent: CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach),
            region: Striation.region, Striation.noise, Striation.circleCenter(at: time), CIVector(cgPoint: center),
            CIVector(x: inner + 2 * apart, y: inner + apart, z: inner), ring,
            min(max(striationStrength, 0), 1e18), min(max(striationContrast, 0), 1e18),
            color)
    }
}

/// Inputs of the lenticular halo generator.
public protocol CILenticularHaloGenerator: CIFilterProtocol {
    /// The halo's centre, in working space.
    var center: CGPoint { get set }
    /// The halo's colour.
    var color: CIColor { get set }
    /// The radius of the inner edge in pixels, 0 or more.
    var haloRadius: Float { get set }
    /// The distance between the inner and the outer edge in pixels, 0 or more.
    var haloWidth: Float { get set }
    /// How much the red, green and blue rings overlap: from 0, side by side, to 1, entirely.
    var haloOverlap: Float { get set }
    /// How bright the streaks are, from 0.
    var striationStrength: Float { get set }
    /// How much the streaks differ, from 0: 1 is the contrast of the noise.
    var striationContrast: Float { get set }
    /// Time of the flicker of the streaks, from 0 to 1.
    var time: Float { get set }
}

extension CIFilter {
    /// A filter that makes a halo as lenses make it around lights.
    public class func lenticularHaloGenerator() -> any CIFilter & CILenticularHaloGenerator {
        registered(LenticularHaloGenerator())
    }
}
