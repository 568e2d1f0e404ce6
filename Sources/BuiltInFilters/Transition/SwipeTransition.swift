import CoreImageEssentials
import Foundation

/// A band of colour sweeps over an image and leaves the target behind.
///
/// The band is `width` pixels wide and moves evenly along `angle` over `extent`. With f from 0 at its trailing edge to
/// 1 at its leading edge, and `k = opacity · (1 − |2f − 1|)`, the result is `mix(mix(target, source, f), color, k)` on
/// premultiplied linear working-space colour. The colour shows only where the images do, and alpha is theirs. A picture
/// that Core Image made agrees within 1 of 255.
///
/// Numbers that aren't finite count as their defaults, extents as empty; widths below 0.1 count as 0.1, and opacities
/// are clamped to 0…1. Images larger than `extent` are swept in the first and last sixteenth of the time, so that the
/// source is alone at time 0 and the target at time 1. The extent of the result is the union of both images'.
class SwipeTransition: CIFilter, CISwipeTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CISwipeTransition", displayName: "Swipe", categories: [.transition, .highDynamicRange, .video],
            kind: .transition, summary: "Reveals another image behind a sweeping band of colour.",
            status: .fitted(mean: 0.04, percentile99: 0.7))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: CGRect(x: 0, y: 0, width: 300, height: 300)) var extent: CGRect
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), type: kCIAttributeTypeOpaqueColor) var color: CIColor
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 300, min: 0.1, slider: 0.1...800, nonFinite: 300, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 0, min: 0, slider: 0...1, identity: 0, nonFinite: 0) var opacity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 swipe(
            __sample source, __sample target, vec2 direction, float start, float width, __color color, float opacity
        ) {
            float f = clamp((dot(destCoord(), direction) - start) / width, 0.0, 1.0);
            float k = opacity * (1.0 - abs(2.0 * f - 1.0));
            vec4 base = mix(target, source, f);
            return vec4(base.rgb * (1.0 - k * color.a) + color.rgb * (k * base.a), base.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let union = inputImage.extent.union(targetImage.extent)
        let sweep = BandSweep(
            over: extent, images: union, angle: angle, width: width, progress: time.value, time: time)
        return Self.kernel.apply(
            extent: union,
            arguments: [
                inputImage, targetImage, CIVector(cgPoint: sweep.direction), sweep.start, sweep.width, color,
                min(max(opacity, 0), 1),
            ])
    }
}

/// Inputs of the swipe.
public protocol CISwipeTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The rectangle that the band sweeps over, in working space.
    var extent: CGRect { get set }
    /// The band's colour.
    var color: CIColor { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// The direction in which the band moves, in radians anticlockwise; 0 is to the right.
    var angle: Float { get set }
    /// Width of the band in pixels.
    var width: Float { get set }
    /// The share of its colour in the middle of the band, from 0 to 1.
    var opacity: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image behind a sweeping band of colour.
    public class func swipeTransition() -> any CIFilter & CISwipeTransition { registered(SwipeTransition()) }
}

extension SwipeTransition: CIFilterExampleProviding {
    static var example: CIFilterExample { .init { "extent=0,0,320,240 width=80 opacity=0.8 color=#ffcc00 time=\($0)" } }
}
