import CoreImageEssentials
import Foundation

/// The gradient of an image's colours, over slightly more than the neighbouring pixels: to the right in red, upwards in
/// green.
///
/// Each component of the premultiplied linear working-space pixels is convolved with 5 × 5 weights
/// `w(x, y) ∝ x · exp(−1.0244 · (x² + y²))`, an odd Gabor function of vanishing frequency. Its positive weights sum to
/// 1, so that a straight step of 1 gives 1. Both numbers are those of the component with the longest gradient. Red is
/// positive where it grows to the right, green where it grows upwards. Blue is 0, alpha 1. Edge pixels are repeated;
/// the extent stays.
///
/// Weights, signs and the choice of the component are fitted to a published render of Core Image (iOS 14.0): the mean
/// difference is 0.4/255, and 99 of 100 values differ by 6/255 or less.
class GaborGradients: CIFilter, CIGaborGradients {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGaborGradients", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Shows how colours change to the right in red, and upwards in green, smoothly.",
            status: .fitted(mean: 0.38, percentile99: 6))
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIKernel(
        SobelGradient.functions + """
            vec3 row(sampler image, vec2 place, vec2 step) {
                return 0.52264 * (near(image, place + step) - near(image, place - step)).rgb
                    + 0.04837 * (near(image, place + 2.0 * step) - near(image, place - 2.0 * step)).rgb;
            }
            vec3 gradient(sampler image, vec2 step) {
                vec2 side = step.yx;
                return row(image, vec2(0.0), step) + 0.35902 * (row(image, side, step) + row(image, -side, step))
                    + 0.01661 * (row(image, 2.0 * side, step) + row(image, -2.0 * side, step));
            }
            kernel vec4 gaborGradients(sampler image) {
                return vec4(
                    steepest(gradient(image, vec2(1.0, 0.0)), gradient(image, vec2(0.0, 1.0))), 0.0, 1.0);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(to: inputImage.clampedToExtent(), extent: inputImage.extent, region: .inset(-2))
    }
}

/// Inputs of the Gabor gradients.
public protocol CIGaborGradients: CIFilterProtocol {
    /// The image whose gradients are shown.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that shows how colours change to the right and upwards, by Gabor functions.
    public class func gaborGradients() -> any CIFilter & CIGaborGradients { registered(GaborGradients()) }
}
