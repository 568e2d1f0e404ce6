import CoreImageEssentials
import Foundation

/// Reduces each component to a number of levels: `round(c · (levels − 1)) / (levels − 1)` for red, green and blue.
///
/// Computed on unpremultiplied linear working-space colour; alpha is kept. 0 and 1 don't change, and there are `levels`
/// values from 0 to 1; outside, values continue in the same steps. Core Image's rounding is not published; this one
/// gives the documented number of values and changes colours least. One level makes everything black, more than 10⁹
/// levels (or infinitely many) change nothing, and NaN counts as 6.
class ColorPosterize: CIFilter, CIColorPosterize {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorPosterize",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Leaves a few brightnesses of each colour component, like a poster.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 6, min: 1, slider: 2...30, identity: 300) var levels: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 posterize(__sample image, float count, float step) {
            vec4 c = unpremultiply(image);
            return premultiply(vec4(floor(c.rgb * count + 0.5) * step, c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let count = levels.isNaN ? 5 : max(levels - 1, 0)
        if count > 1e9 { return inputImage }
        return Self.kernel.apply(to: inputImage, count, count > 1e-6 ? 1 / count : 0)
    }
}

/// Inputs of the posterising filter.
public protocol CIColorPosterize: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Number of values of each component from 0 to 1, usually 2 to 30.
    var levels: Float { get set }
}

extension CIFilter {
    /// A filter that leaves a few brightnesses of each component.
    public class func colorPosterize() -> any CIFilter & CIColorPosterize { registered(ColorPosterize()) }
}
