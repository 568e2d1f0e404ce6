import CoreImageEssentials
import Foundation

/// A round gradient between two colours, like a soft light: `mix(colour0, colour1, x² (3 − 2x))` with
/// `x = min(d / radius, 1)` and the distance d from the centre.
///
/// Colours are mixed as premultiplied linear working-space values. The extent is infinite. A radius of 0, or one that
/// isn't finite, gives colour 1 everywhere. Source: fitted to a lossless picture of Core Image (iOS 7). The profile
/// that the reference calls Gaussian is this smooth step, which matches with mean 0.00 and a largest difference of 1 of
/// 255.
class GaussianGradient: CIFilter, CIGaussianGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGaussianGradient", categories: [.gradient, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a gradient of two colours with a Gaussian profile.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0, alpha: 0), name: "Color 2") var color1: CIColor
    @CIInput(default: 300, min: 0, slider: 0...800, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 gaussianGradient(vec2 center, float scale, __color color0, __color color1) {
            float x = min(length(destCoord() - center) * scale, 1.0);
            return mix(color0, color1, x * x * (3.0 - 2.0 * x));
        }
        """)

    override var outputImage: CIImage? {
        let scale = 1 / max(radius, 0)
        guard scale.isFinite else { return CIImage(color: color1) }
        return Self.kernel.apply(extent: .infinite, CIVector(cgPoint: center), scale, color0, color1)
    }
}

/// Inputs of the Gaussian gradient.
public protocol CIGaussianGradient: CIFilterProtocol {
    /// The centre of the gradient, where colour 0 is, in working space.
    var center: CGPoint { get set }
    /// The colour at the centre.
    var color0: CIColor { get set }
    /// The colour from the radius on.
    var color1: CIColor { get set }
    /// Distance at which colour 1 is reached, in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that makes a gradient of two colours with a Gaussian profile.
    public class func gaussianGradient() -> any CIFilter & CIGaussianGradient { registered(GaussianGradient()) }
}
