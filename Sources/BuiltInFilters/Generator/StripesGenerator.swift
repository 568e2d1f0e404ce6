import CoreImageEssentials
import Foundation

/// Vertical stripes of two colours over the whole plane.
///
/// The stripe to the right of the centre has colour 1, as a published render shows. At sharpness 1 edges are hard: a
/// pixel belongs to the stripe that contains its centre. Below 1, with m the distance from a stripe's edge divided by
/// half its width, its colour fades in as `min(m / (1 − sharpness), 1)` from the even mix on the edge. No profile is
/// published; this one is ours. Computed in the premultiplied linear working space; the extent is infinite. The sign of
/// the width doesn't matter; a width of 0, or one that isn't finite, shows colour 1 alone.
class StripesGenerator: CIFilter, CIStripesGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIStripesGenerator", displayName: "Stripes", categories: [.generator, .highDynamicRange, .video],
            kind: .generator, summary: "Makes vertical stripes of two colours.", status: .exact)
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0), name: "Color 2") var color1: CIColor
    @CIInput(default: 80, slider: 0...800, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 1, range: 0...1, slider: 0...1, nonFinite: 1) var sharpness: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 stripes(float center, float width, float softness, __color color0, __color color1) {
            float p = (destCoord().x - center) / width;
            float stripe = floor(p);
            float side = 1.0 - 2.0 * mod(stripe, 2.0);
            float inside = 1.0 - abs(2.0 * (p - stripe) - 1.0);
            float strength = softness > 0.0 ? min(inside / softness, 1.0) : 1.0;
            return mix(color0, color1, 0.5 + 0.5 * side * strength);
        }
        """)

    override var outputImage: CIImage? {
        let width = abs(width)
        guard width.isNormal else { return CIImage(color: color1) }
        let softness = min(max(1 - sharpness, 0), 1)
        return Self.kernel.apply(extent: .infinite, center.x, width, softness, color0, color1)
    }
}

/// Inputs of the stripes generator.
public protocol CIStripesGenerator: CIFilterProtocol {
    /// A point on the edge between two stripes, in working space; colour 1 lies to the right of it.
    var center: CGPoint { get set }
    /// Colour of the stripe to the left of the centre.
    var color0: CIColor { get set }
    /// Colour of the stripe to the right of the centre.
    var color1: CIColor { get set }
    /// Width of a stripe in pixels.
    var width: Float { get set }
    /// How hard the edges are, from 0 to 1.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that makes vertical stripes of two colours.
    public class func stripesGenerator() -> any CIFilter & CIStripesGenerator { registered(StripesGenerator()) }
}

extension StripesGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("color0=#203040 color1=#f0e0c0 width=20 sharpness=0.8") }
}
