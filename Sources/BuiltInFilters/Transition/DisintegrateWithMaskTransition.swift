import CoreImageEssentials
import Foundation

/// The target replaces the source where a mask is darker than the time, and the rest of the source casts a shadow on
/// it.
///
/// With m the mask's green, clamped to 0…1, and g the larger of its differences to the left and lower neighbours, plus
/// 0.001, the source's share is `clamp(½ + (m − t) / g, 0, 1)`, an edge one pixel soft. With n the mask's green at
/// the place minus the shadow's offset, and g still at the place itself, the shadow is
/// `s = clamp(½ + (n − t) / (g · radius), 0, 1)`. Colours are `target · (1 − density · s) · (1 − (1 − t) / 4)` and
/// `source · (1 + t / 4)`, premultiplied and linear.
///
/// The formula was found from two pictures that Core Image made, both near time ½, of densities 0.65 (iOS 7) and 1 (iOS
/// 13.3). It agrees with both within the rounding of 8 bits: the mean differences are 0.002 and 0.003 of 255. That
/// brightness depends on time as written away from the middle is an assumption. The formula doesn't give one image
/// alone at the ends, which is ours: in the first and last sixteenth of the time the edge moves by half a pixel, and in
/// the last one the shadow fades.
///
/// Where the mask has no pixels it is 0. Time counts as in the dissolve. A density that isn't finite counts as its
/// default and is clamped to 0…1; such a radius counts as 8 and is clamped to 0…10⁶, and such offsets count as 0. The
/// extent is the union of both images'.
class DisintegrateWithMaskTransition: CIFilter, CIDisintegrateWithMaskTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDisintegrateWithMaskTransition", displayName: "Disintegrate With Mask",
            categories: [.transition, .highDynamicRange, .video], kind: .transition,
            summary: "Reveals another image where a mask is darker than the time, with a shadow.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput var maskImage: CIImage?
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 8, min: 0, slider: 0...50, nonFinite: 8, type: kCIAttributeTypeDistance) var shadowRadius: Float
    @CIInput(default: 0.65, range: 0...1, slider: 0...1, identity: 0, nonFinite: 0.65) var shadowDensity: Float
    @CIInput(default: CGPoint(x: 0, y: -10), identity: CGPoint.zero, nonFinite: .zero, type: kCIAttributeTypeOffset)
    var shadowOffset: CGPoint

    private static let kernel = CIKernel(
        """
        float level(sampler mask, vec2 place) { return clamp(sample(mask, samplerTransform(mask, place)).g, 0.0, 1.0); }

        kernel vec4 disintegrate(
            sampler source, sampler target, sampler mask, float time, float shift, vec2 offset, float radius,
            float density
        ) {
            vec2 place = destCoord();
            float here = level(mask, place);
            float across = abs(here - level(mask, place - vec2(1.0, 0.0)));
            float upwards = abs(here - level(mask, place - vec2(0.0, 1.0)));
            float slope = max(across, upwards) + 0.001;
            float share = clamp(0.5 + shift + (here - time) / slope, 0.0, 1.0);
            float shadow = clamp(0.5 + (level(mask, place - offset) - time) / (slope * radius), 0.0, 1.0);
            vec4 front = sample(source, samplerCoord(source));
            vec4 back = sample(target, samplerCoord(target));
            back.rgb *= (1.0 - density * shadow) * (0.75 + 0.25 * time);
            front.rgb *= 1.0 + 0.25 * time;
            return mix(back, front, share);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage, let maskImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let bounded = { (coordinate: CGFloat) in min(max(coordinate, -1e6), 1e6) }
        let offset = CGPoint(x: bounded(shadowOffset.x), y: bounded(shadowOffset.y))
        let region = CIKernelRegion { index, rect in
            index == 2 ? rect.union(rect.offsetBy(dx: -offset.x, dy: -offset.y)).insetBy(dx: -2, dy: -2) : rect
        }
        return Self.kernel.apply(
            extent: inputImage.extent.union(targetImage.extent), region: region, inputImage, targetImage, maskImage,
            time.value, 0.5 * (time.beginning - time.ending), CIVector(cgPoint: offset),
            min(max(shadowRadius, 0.02), 1e6), min(max(CGFloat(shadowDensity), 0), 1) * (1 - time.ending))
    }
}

/// Inputs of the disintegration.
public protocol CIDisintegrateWithMaskTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The mask that determines when each pixel is replaced: black ones first, white ones last.
    var maskImage: CIImage? { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// The softness of the shadow: the width of its edge in pixels where the mask is evenly steep.
    var shadowRadius: Float { get set }
    /// The shadow's strength, from 0 to 1.
    var shadowDensity: Float { get set }
    /// Offset of the shadow from the part that casts it, in pixels.
    var shadowOffset: CGPoint { get set }
}

extension CIFilter {
    /// A filter that reveals another image where a mask is darker than the time, with a shadow.
    public class func disintegrateWithMaskTransition() -> any CIFilter & CIDisintegrateWithMaskTransition {
        registered(DisintegrateWithMaskTransition())
    }
}

extension DisintegrateWithMaskTransition: CIFilterExampleProviding {
    static var example: CIFilterExample { .init(companions: [kCIInputMaskImageKey: "waves.png"]) { "time=\($0)" } }
}
