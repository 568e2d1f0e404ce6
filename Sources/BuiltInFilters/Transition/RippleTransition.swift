import CoreImageEssentials
import Foundation

/// A wave spreads in a ring, refracts and reflects, and leaves the target behind.
///
/// The ring has three parts of `0.75 · width` pixels each. At distance r from the centre its surface has the slope q:
/// from the inner edge to the first third q rises from 0 to 1, to the second it falls to −1, and to the outer edge it
/// rises to 0, each by `smoothstep`. With u the direction from the centre, pixels are read at `p + scale · q · u`, from
/// the target inside the first third, from the source outside the second, and from a mixture by `smoothstep` between.
/// The shading image's colour is composited over that. It is a picture of the reflection, read at its middle plus q · u
/// times half of its size. The outer edge is at `t · (D + 2.25 · width)`, with D the distance from the centre to the
/// farthest corner of `extent`. A picture that Core Image made agrees within 1 of 255 on average.
///
/// Still water shows the middle of the shading image, which may be opaque. So that the source is alone at time 0 and
/// the target at time 1, the shading fades in during the first sixteenth of the time and out during the last one, in
/// which the ring also leaves images larger than `extent`. Without a shading image there is no reflection; of an
/// infinite one only the colour at (0, 0) is used.
///
/// Bilinear sampling of premultiplied linear pixels. Time counts as in the dissolve. Widths and scales that aren't
/// finite count as their defaults, widths below 1 as 1, and scales are clamped to ±10⁶. The extent is the union of both
/// images'.
class RippleTransition: CIFilter, CIRippleTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRippleTransition", displayName: "Ripple", categories: [.transition, .highDynamicRange, .video],
            kind: .transition, summary: "Reveals another image behind a wave that spreads in a ring.",
            status: .fitted(mean: 0.01, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput var shadingImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CGRect(x: 0, y: 0, width: 300, height: 300)) var extent: CGRect
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 100, min: 1, slider: 10...300, nonFinite: 100, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 50, min: -50, slider: -50...50, identity: 0, nonFinite: 50) var scale: Float

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

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let union = inputImage.extent.union(targetImage.extent)
        let part = 0.75 * min(max(CGFloat(width), 1), 1e9)
        let scale = min(max(CGFloat(scale), -1e6), 1e6)
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
    /// The reflected picture: still water shows its middle, slopes show the place in their direction from it. Usually
    /// transparent in the middle, and bright on one side.
    var shadingImage: CIImage? { get set }
    /// The centre of the wave, in working space.
    var center: CGPoint { get set }
    /// The rectangle that the wave has passed at the end, in working space.
    var extent: CGRect { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// The wave's width in pixels, which is 4/9 of the ring's width.
    var width: Float { get set }
    /// Distance in pixels at which the steepest parts read the image; negative values read in the opposite direction.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image behind a wave that spreads in a ring.
    public class func rippleTransition() -> any CIFilter & CIRippleTransition { registered(RippleTransition()) }
}

extension RippleTransition: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // An opaque shading image would hide the water.
        .init(companions: [kCIInputShadingImageKey: "shine.png"]) { "extent=0,0,320,240 time=\($0)" }
    }
}
