import CoreImageEssentials
import Foundation

/// A burst of light with streaks grows from a point until it fills the picture, then fades to the target.
///
/// At distance r from the centre, with radius R and `reach = R · maximum striation radius`, the light is
/// `max(1 − r / reach, 0) · (color · (R / r)² + white · striation)`. It is added to the source, but raises no component
/// above 1. The striation is a number for each direction:
/// `striation strength · (½ + (n − ½) · striation contrast)`, where n is the lesser of the random generator's red and
/// alpha, read bilinearly on the circle with a radius of 100 pixels around (128, 128) of its noise. It may be negative
/// or above the strength, but the light doesn't darken the source. With D the distance from the centre to the farthest
/// corner of `extent`, and τ the fade threshold, `R = 1.07243 D (t / τ)^8.5854`. From τ on, the lit source is mixed
/// with the target; its share is `(1 − t) / (1 − τ)`. All values are premultiplied linear working-space colours.
///
/// The formula was found from two pictures that Core Image made, at time 0.8 with threshold 0.85 (iOS 7) and at time
/// 0.9607 with threshold 0.8 (iOS 13.3). It agrees with both within the rounding of 8 bits: if its premultiplied values
/// are rounded too, the mean differences are 0.007 and 0.001 of 255.
///
/// The course of R in time is ours. The pictures show only that R is 0.6373 D at 0.9412 τ and 5.161 D at 1.2008 τ. The
/// power of t / τ is the one through these two points.
///
/// Time counts as in the dissolve, and thresholds are clamped to 0.05…0.95. Other numbers below 0 count as 0, ones that
/// aren't finite as their defaults. The extent is the union of both images'.
class FlashTransition: CIFilter, CIFlashTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIFlashTransition", displayName: "Flash", categories: [.transition, .highDynamicRange, .video],
            kind: .transition, summary: "Fills an image with a burst of light that fades to another image.",
            status: .fitted(mean: 0.04, percentile99: 1))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CGRect(x: 0, y: 0, width: 300, height: 300)) var extent: CGRect
    @CIInput(default: CIColor(red: 1, green: 0.8, blue: 0.6)) var color: CIColor
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 2.58, min: 0, slider: 0...10, nonFinite: 2.58, name: "Maximum Striation Radius")
    var maxStriationRadius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...3, nonFinite: 0.5) var striationStrength: Float
    @CIInput(default: 1.375, min: 0, slider: 0...5, nonFinite: 1.375) var striationContrast: Float
    @CIInput(default: 0.85, range: 0...1, slider: 0...1, nonFinite: 0.85) var fadeThreshold: Float

    /// The part of the noise, from (26, 26) on, that contains the circle of the streaks: its red and alpha as red and
    /// green.
    private static let noise = Striation.table(left: 26, bottom: 26, width: 204, height: 204) { ($0, $1) }

    private static let kernel = CIKernel(
        """
        kernel vec4 flash(
            sampler source, sampler target, __table sampler noise, vec2 center, float radius, float reach,
            float strength, float contrast, float fade, __color color
        ) {
            vec2 offset = destCoord() - center;
            float distance = max(length(offset), 0.001);
            float near = max(1.0 - distance / reach, 0.0);
            float glow = min(radius / distance, 10000.0);
            vec2 place = vec2(102.0) + offset * (100.0 / distance);
            vec4 value = sample(noise, samplerTransform(noise, place));
            float beam = strength * (0.5 + (min(value.r, value.g) - 0.5) * contrast);
            vec4 dark = sample(source, samplerCoord(source));
            vec4 lit = max(dark, min(dark + near * (color * (glow * glow) + beam), 1.0));
            return mix(sample(target, samplerCoord(target)), lit, fade);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let threshold = CGFloat(min(max(fadeThreshold, 0.05), 0.95))
        let distance = TransitionTime(0).reach(from: center, over: extent, images: .null)
        let radius = 1.07243 * min(distance, 1e12) * pow(time.value / threshold, 8.5854)
        let reach = radius * CGFloat(min(max(maxStriationRadius, 0), 1e9))
        return Self.kernel.apply(
            extent: inputImage.extent.union(targetImage.extent),
            region: CIKernelRegion { index, rect in index == 2 ? Self.noise.extent : rect }, inputImage,
            targetImage, Self.noise, CIVector(cgPoint: center), radius, reach,
            min(max(striationStrength, 0), 1e9),
            min(max(striationContrast, 0), 1e9), min((1 - time.value) / (1 - threshold), 1), color)
    }
}

/// Inputs of the flash.
public protocol CIFlashTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The position of the light source, in working space.
    var center: CGPoint { get set }
    /// The rectangle that the light fills, in working space.
    var extent: CGRect { get set }
    /// The light's colour; its streaks are white.
    var color: CIColor { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// Radius at which the light ends, in radii of the light source.
    var maxStriationRadius: Float { get set }
    /// How bright the streaks are, from 0.
    var striationStrength: Float { get set }
    /// How much the streaks differ, from 0: 1 is the contrast of the noise.
    var striationContrast: Float { get set }
    /// The time at which the light begins to fade, from 0 to 1.
    var fadeThreshold: Float { get set }
}

extension CIFilter {
    /// A filter that fills an image with a burst of light that fades to another image.
    public class func flashTransition() -> any CIFilter & CIFlashTransition { registered(FlashTransition()) }
}

extension FlashTransition: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // Until the middle of the transition the light is hardly more than a point.
        .init(times: [0.65, 0.93, 0.78]) { "center=160,120 extent=0,0,320,240 time=\($0)" }
    }
}
