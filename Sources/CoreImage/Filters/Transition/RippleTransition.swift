import Foundation

/// A wave spreads in a ring, refracts and reflects, and leaves the target behind.
///
/// The ring has three parts of `0.75 · width` pixels each. Its surface slopes by q at distance r from the centre: from the inner edge to the first third q rises from 0 to 1, to the second falls to −1, and to the
/// outer edge rises to 0, each by `smoothstep`. With u the direction from the centre, pixels are read at `p + scale · q · u`, from the target inside the first third, from the source outside the
/// second, and from a mixture by `smoothstep` between. Over that lies the shading image's colour at its middle plus q · u times half of its size: a picture of what the surface reflects.
/// The outer edge is at `t · (D + 2.25 · width)`, with D the distance from the centre to the farthest corner of `extent`. A picture that Core Image made agrees within 1 of 255 on average.
///
/// Still water shows the middle of the shading image, which may be opaque; so that the source is alone at time 0 and the target at time 1, the shading comes in the first sixteenth of the time and goes in the last one, in which
/// the ring also leaves images larger than `extent`. Without a shading image there is no reflection; of an endless one only what is at (0, 0) counts.
///
/// Bilinear sampling of premultiplied linear pixels. Time counts as in the dissolve. Widths and scales that aren't finite count as their defaults, widths below 1 as 1, scales beyond ±10⁶ as those. The extent is the union of both images'.
final class RippleTransition: CIFilter, CIRippleTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRippleTransition", displayName: "Ripple", categories: [.transition, .highDynamicRange, .video],
            kind: .transition, summary: "Reveals another image behind a wave that spreads in a ring.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput var shadingImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: CGRect(x: 0, y: 0, width: 300, height: 300)) var extent: CGRect
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 100, min: 1, slider: 10...300, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 50, min: -50, slider: -50...50, identity: 0) var scale: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 ripple(
            sampler source, sampler target, sampler shading, vec2 center, vec3 edges, float part, float scale, vec4 shade,
            float strength
        ) {
            vec2 offset = destCoord() - center;
            float distance = max(length(offset), 0.001);
            vec3 rise = clamp((distance - edges) / part, 0.0, 1.0);
            rise = rise * rise * (3.0 - 2.0 * rise);
            vec2 slope = offset * ((rise.x - 2.0 * rise.y + rise.z) / distance);
            vec2 from = destCoord() + scale * slope;
            vec4 base = mix(
                sample(target, samplerTransform(target, from)), sample(source, samplerTransform(source, from)), rise.y);
            vec4 light = strength * sample(shading, samplerTransform(shading, shade.xy + shade.zw * slope));
            return base * (1.0 - light.a) + light;
        }
        """)

    override var result: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let union = inputImage.extent.union(targetImage.extent)
        let center = center.finite
        let part = 0.75 * min(max(CGFloat(width.finite(or: 100)), 1), 1e9)
        let scale = min(max(CGFloat(scale.finite(or: 50)), -1e6), 1e6)
        let own = time.reach(from: center, over: extent, images: .null)
        let front = time.value * (own + 3 * part) + time.reach(from: center, over: extent, images: union) - own
        let shading = shadingImage ?? .empty()
        let mirror = shading.extent.isInfinite || shading.extent.isNull ? .zero : shading.extent
        let region = CIKernelRegion { index, rect in
            switch index {
            case 2: mirror.insetBy(dx: -1, dy: -1)
            default: rect.insetBy(dx: -abs(scale) - 1, dy: -abs(scale) - 1)
            }
        }
        return Self.kernel.apply(
            extent: union, region: region, inputImage, targetImage, shading, CIVector(cgPoint: center),
            CIVector(x: front - 3 * part, y: front - 2 * part, z: front - part), part, scale,
            CIVector(x: mirror.midX, y: mirror.midY, z: mirror.width / 2, w: mirror.height / 2), time.between)
    }
}

/// Inputs of the ripple.
public protocol CIRippleTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// What the wave reflects: still water its middle, slopes what lies in their direction from it. Usually transparent in the middle, and bright to one side.
    var shadingImage: CIImage? { get set }
    /// Where the wave comes from, in working space.
    var center: CGPoint { get set }
    /// The rectangle that the wave has left at the end, in working space.
    var extent: CGRect { get set }
    /// From 0 to 1.
    var time: Float { get set }
    /// The wave's width: 4/9 of the ring's in pixels.
    var width: Float { get set }
    /// How many pixels away the steepest parts show what they refract; below 0 in the opposite direction.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image behind a wave that spreads in a ring.
    public class func rippleTransition() -> any CIFilter & CIRippleTransition { RippleTransition() }
}
