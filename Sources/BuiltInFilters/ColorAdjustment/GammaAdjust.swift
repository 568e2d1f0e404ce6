import CoreImageEssentials
import Foundation

/// Raises each colour component to a power: `sign(c) · |c|^power` on unpremultiplied linear working-space colour;
/// alpha is kept.
///
/// Negative components, which wide-gamut colours have, keep their sign (what Core Image does with them is not
/// published). Power 1 changes nothing; NaN counts as 1. For negative powers, components below 10⁻⁴ count as 10⁻⁴,
/// powers below −8 as −8, and results are clamped to 10³⁰, so that black stays finite. Source: Core Image Filter
/// Reference.
class GammaAdjust: CIFilter, CIGammaAdjust {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGammaAdjust",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes midtones brighter or darker with a power curve.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, slider: 0.25...4, identity: 1) var power: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 gammaAdjust(__sample s, float power, float least) {
            vec4 c = unpremultiply(s);
            vec3 curve = min(pow(max(abs(c.rgb), least), vec3(power)), 1.0e30);
            return premultiply(vec4(sign(c.rgb) * curve, c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let exponent = min(max(power.isNaN ? 1 : power, -8), 1000)
        return Self.kernel.apply(
            extent: inputImage.extent, arguments: [inputImage, exponent, exponent < 0 ? 1e-4 : 0])
    }
}

/// Inputs of the gamma adjustment.
public protocol CIGammaAdjust: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// The exponent: above 1 darkens midtones, below 1 brightens them.
    var power: Float { get set }
}

extension CIFilter {
    /// A filter that changes midtones with a power curve.
    public class func gammaAdjust() -> any CIFilter & CIGammaAdjust { registered(GammaAdjust()) }
}

extension GammaAdjust: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("power=0.5", "power=2") }
}
