import CoreImageEssentials
import Foundation

/// A checkerboard of two colours over the whole plane.
///
/// The square whose lower left corner is the centre has colour 0, as a published render shows. At sharpness 1 edges are
/// hard: a pixel belongs to the square that contains its centre. Below 1, with m the distance from a square's edge
/// divided by half its width, the squares' sign fades as `min(m / (1 − sharpness), 1)` along each axis. The product of
/// both axes mixes the colours, which gives smooth hills at sharpness 0. No profile is published; this one is ours.
/// Computed in the premultiplied linear working space; the extent is infinite. The sign of the width doesn't matter; a
/// width of 0, or one that isn't finite, shows colour 0 alone.
class CheckerboardGenerator: CIFilter, CICheckerboardGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CICheckerboardGenerator", displayName: "Checkerboard",
            categories: [.generator, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a checkerboard of two colours.", status: .exact)
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0), name: "Color 2") var color1: CIColor
    @CIInput(default: 80, slider: 0...800, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 1, range: 0...1, slider: 0...1, nonFinite: 1) var sharpness: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 checkerboard(vec2 center, float width, float softness, __color color0, __color color1) {
            vec2 p = (destCoord() - center) / width;
            vec2 square = floor(p);
            vec2 side = 1.0 - 2.0 * mod(square, 2.0);
            vec2 inside = 1.0 - abs(2.0 * (p - square) - 1.0);
            vec2 strength = softness > 0.0 ? min(inside / softness, 1.0) : vec2(1.0);
            vec2 wave = side * strength;
            return mix(color1, color0, 0.5 + 0.5 * wave.x * wave.y);
        }
        """)

    override var outputImage: CIImage? {
        let width = abs(width)
        guard width.isNormal else { return CIImage(color: color0) }
        let softness = min(max(1 - sharpness, 0), 1)
        return Self.kernel.apply(
            extent: .infinite, CIVector(cgPoint: center), width, softness, color0, color1)
    }
}

/// Inputs of the checkerboard generator.
public protocol CICheckerboardGenerator: CIFilterProtocol {
    /// A corner where four squares meet, in working space; colour 0 lies above and to the right of it.
    var center: CGPoint { get set }
    /// Colour of the square above and to the right of the centre.
    var color0: CIColor { get set }
    /// Colour of its neighbours.
    var color1: CIColor { get set }
    /// Width of a square in pixels.
    var width: Float { get set }
    /// How hard the edges are, from 0 to 1.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that makes a checkerboard of two colours.
    public class func checkerboardGenerator() -> any CIFilter & CICheckerboardGenerator {
        registered(CheckerboardGenerator())
    }
}

extension CheckerboardGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("color0=#203040 color1=#f0e0c0 width=40 sharpness=0.8") }
}
