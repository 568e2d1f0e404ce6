import CoreImageEssentials
import Foundation

/// The gradient of an image's colours: to the right in red, upwards in green.
///
/// Each component of the premultiplied linear working-space pixels is convolved with Sobel's 3 × 3 weights (1, 2, 1
/// times −1, 0, 1) divided by 4, so that a straight step of 1 gives 1. Both numbers are those of the component with the
/// longest gradient. Red is positive where it grows to the right, green where it grows upwards. Blue is 0, alpha 1.
/// Edge pixels are repeated, so that the image's border isn't an edge; the extent stays.
///
/// Sources: Sobel's operator; the filter's own description of its channels. Which component is used, and how Core Image
/// normalises, isn't published; this follows its Gabor gradients, of which there is a published render.
class SobelGradients: CIFilter, CISobelGradients {
    override class var registration: CIFilterRegistration {
        .init(
            "CISobelGradients", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Shows how colours change to the right in red, and upwards in green.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIKernel(
        SobelGradient.functions + """
            kernel vec4 sobelGradients(sampler image) {
                return vec4(steepest(across(image).rgb, upwards(image).rgb), 0.0, 1.0);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(
            to: inputImage.clampedToExtent(), extent: inputImage.extent, region: .inset(-SobelGradient.reach))
    }
}

/// Inputs of Sobel's gradients.
public protocol CISobelGradients: CIFilterProtocol {
    /// The image whose gradients are shown.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that shows how colours change to the right and upwards, by Sobel's operator.
    public class func sobelGradients() -> any CIFilter & CISobelGradients { registered(SobelGradients()) }
}
