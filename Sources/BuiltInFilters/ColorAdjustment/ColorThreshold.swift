import CoreImageEssentials
import Foundation

/// Makes each of red, green and blue 1 where it is greater than a threshold, and 0 elsewhere.
///
/// Computed on unpremultiplied linear working-space colour; alpha is kept. So a threshold of ½ corresponds to the sRGB
/// value 188 of 255. A threshold of NaN counts as ½. Source: the filter's public description; a picture that Core Image
/// made confirms linear light, with 3 of 100000 values different, all at the threshold.
class ColorThreshold: CIFilter, CIColorThreshold {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorThreshold", categories: [.colorAdjustment, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Makes each colour component 0 or 1, whichever side of a threshold it is on.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0.5, slider: 0...1) var threshold: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 colorThreshold(__sample image, float threshold) {
            vec4 c = unpremultiply(image);
            return premultiply(vec4(compare(threshold - c.rgb, vec3(1.0), vec3(0.0)), c.a));
        }
        """)

    override var outputImage: CIImage? {
        inputImage.map { Self.kernel.apply(to: $0, threshold.isNaN ? 0.5 : threshold) }
    }
}

/// Inputs of the threshold.
public protocol CIColorThreshold: CIFilterProtocol {
    /// The image to split.
    var inputImage: CIImage? { get set }
    /// Linear light above which a component becomes 1, usually from 0 to 1.
    var threshold: Float { get set }
}

extension CIFilter {
    /// A filter that makes each colour component 0 or 1.
    public class func colorThreshold() -> any CIFilter & CIColorThreshold { registered(ColorThreshold()) }
}
