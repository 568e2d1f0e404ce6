import CoreImageEssentials
import Foundation

/// A rectangle blurred by a Gaussian, such as a shadow, computed in one step.
///
/// A pixel's share of the colour is
/// `¼ · (erf((x − x₀) / √2σ) + erf((x₁ − x) / √2σ)) · (erf((y − y₀) / √2σ) + erf((y₁ − y) / √2σ))`, the rectangle
/// convolved with a Gaussian of standard deviation σ, on premultiplied linear working-space values. Source: Core
/// Image's description of the filter, and the integral of the Gaussian; the error function is Abramowitz and Stegun's
/// 7.1.26, good to 1.5 · 10⁻⁷.
///
/// The extent is the rectangle and three standard deviations around it, rounded outwards. A rectangle without area, or
/// with coordinates that aren't finite, gives an empty image, and an infinite one the colour everywhere. Standard
/// deviations below a thousandth of a pixel, and ones that aren't finite, count as a thousandth.
class BlurredRectangleGenerator: CIFilter, CIBlurredRectangleGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBlurredRectangleGenerator", categories: [.generator, .highDynamicRange], kind: .generator,
            summary: "Makes a blurred rectangle.", status: .exact)
    }

    @CIInput(default: CGRect(x: 0, y: 0, width: 100, height: 100)) var extent: CGRect
    @CIInput(default: 10, min: 0, slider: 0...100, nonFinite: 0, type: kCIAttributeTypeDistance) var sigma: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1)) var color: CIColor

    private static let kernel = CIColorKernel(
        """
        vec2 erf(vec2 x) {
            vec2 size = abs(x);
            vec2 t = 1.0 / (1.0 + 0.3275911 * size);
            vec2 sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
            return sign(x) * (1.0 - sum * exp(-size * size));
        }
        kernel vec4 blurredRectangle(vec4 edges, float scale, __color color) {
            vec2 p = destCoord();
            vec2 share = 0.5 * (erf((p - edges.xy) * scale) + erf((edges.zw - p) * scale));
            return color * (share.x * share.y);
        }
        """)

    override var outputImage: CIImage? {
        if extent.isInfinite { return CIImage(color: color) }
        guard extent.hasDrawableArea else { return .empty() }
        let sigma = max(CGFloat(sigma), 0.001)
        let edges = CIVector(x: extent.minX, y: extent.minY, z: extent.maxX, w: extent.maxY)
        let reach = (3 * sigma).rounded(.up)
        return Self.kernel.apply(
            extent: extent.insetBy(dx: -reach, dy: -reach).integral, edges, 0.5.squareRoot() / sigma, color)
    }
}

/// Inputs of the blurred rectangle generator.
public protocol CIBlurredRectangleGenerator: CIFilterProtocol {
    /// The rectangle before it is blurred, in working space.
    var extent: CGRect { get set }
    /// Standard deviation of the blur in pixels, 0 or more.
    var sigma: Float { get set }
    /// The rectangle's colour.
    var color: CIColor { get set }
}

extension CIFilter {
    /// A filter that makes a blurred rectangle.
    public class func blurredRectangleGenerator() -> any CIFilter & CIBlurredRectangleGenerator {
        registered(BlurredRectangleGenerator())
    }
}

extension BlurredRectangleGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("extent=60,50,200,140 sigma=14 color=#ff8000") }
}
