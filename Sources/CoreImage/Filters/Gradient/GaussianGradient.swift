import Foundation

/// Two colours that run into each other like a soft light: `mix(colour1, colour0, t)` with `t = exp(−d² / 2σ²)`, the
/// distance d from the centre, and `σ = radius / 3`.
///
/// At the radius 1 % of colour 0 is left. Colours are mixed as premultiplied linear working-space values. The extent is
/// infinite. A radius of 0, or one that isn't finite, gives colour 1 everywhere. Source: Core Image Filter Reference
/// for the Gaussian; how its width follows from the radius is not published.
final class GaussianGradient: CIFilter, CIGaussianGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGaussianGradient", categories: [.gradient, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a gradient of two colours with a Gaussian profile.")
    }

    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0, alpha: 0), name: "Color 2") var color1: CIColor
    @CIInput(default: 300, min: 0, slider: 0...800, type: kCIAttributeTypeDistance) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 gaussianGradient(vec2 center, float scale, __color color0, __color color1) {
            vec2 offset = (destCoord() - center) * scale;
            return mix(color1, color0, exp(-0.5 * min(dot(offset, offset), 1000.0)));
        }
        """)

    override var result: CIImage? {
        let scale = 3 / max(radius.finite(or: 0), 0)
        guard scale.isFinite else { return CIImage(color: color1) }
        return Self.kernel.apply(extent: .infinite, CIVector(cgPoint: center.finite), scale, color0, color1)
    }
}

/// Inputs of the Gaussian gradient.
public protocol CIGaussianGradient: CIFilterProtocol {
    /// Where colour 0 is, in working space.
    var center: CGPoint { get set }
    /// The colour at the centre.
    var color0: CIColor { get set }
    /// The colour far away.
    var color1: CIColor { get set }
    /// How far colour 0 reaches, in pixels.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that makes a gradient of two colours with a Gaussian profile.
    public class func gaussianGradient() -> any CIFilter & CIGaussianGradient { GaussianGradient() }
}
