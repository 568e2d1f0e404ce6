import CoreImageEssentials
import Foundation

/// A gradient of two colours between two concentric circles: `mix(colour0, colour1, t)` with
/// `t = (|p − centre| − r0) / (r1 − r0)`, clamped to 0…1.
///
/// Colours are mixed as premultiplied linear working-space values. The extent is infinite. `r0` may be the larger
/// radius. Equal radii give a hard edge; the edge itself has colour 0. Source: Core Image Filter Reference.
class RadialGradient: CIFilter, CIRadialGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRadialGradient", categories: [.gradient, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a gradient of two colours between two circles.", status: .exact)
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 5, min: 0, slider: 0...800, nonFinite: 0, type: kCIAttributeTypeDistance, name: "Radius 1")
    var radius0: Float
    @CIInput(default: 100, min: 0, slider: 0...800, nonFinite: 0, type: kCIAttributeTypeDistance, name: "Radius 2")
    var radius1: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0), name: "Color 2") var color1: CIColor

    private static let kernel = CIColorKernel(
        """
        kernel vec4 radialGradient(vec2 center, float radius0, float slope, __color color0, __color color1) {
            float t = (length(destCoord() - center) - radius0) * slope;
            return mix(color0, color1, clamp(t, 0.0, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        let (inner, outer) = (max(radius0, 0), max(radius1, 0))
        // Equal radii give a step within a millionth of a pixel, the steepest slope.
        let slope = abs(outer - inner) < 1e-6 ? 1e6 : 1 / (outer - inner)
        return Self.kernel.apply(extent: .infinite, CIVector(cgPoint: center), inner, slope, color0, color1)
    }
}

/// Inputs of the radial gradient.
public protocol CIRadialGradient: CIFilterProtocol {
    /// Centre of both circles, in working space.
    var center: CGPoint { get set }
    /// Radius of the circle where colour 0 ends, in pixels.
    var radius0: Float { get set }
    /// Radius of the circle where colour 1 begins, in pixels.
    var radius1: Float { get set }
    /// The colour at radius 0.
    var color0: CIColor { get set }
    /// The colour at radius 1.
    var color1: CIColor { get set }
}

extension CIFilter {
    /// A filter that makes a gradient of two colours between two circles.
    public class func radialGradient() -> any CIFilter & CIRadialGradient { registered(RadialGradient()) }
}
