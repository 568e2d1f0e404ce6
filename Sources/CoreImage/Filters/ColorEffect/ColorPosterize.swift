import Foundation

/// Leaves so many brightnesses of each component: `round(c · (levels − 1)) / (levels − 1)` for red, green and blue.
///
/// On unpremultiplied linear working-space colour; alpha is kept. 0 and 1 stay, and so many values there are from one
/// to the other; colours outside go on in the same steps. Core Image's rounding is not published; this one leaves the
/// documented number of values and moves colours the least. One level makes everything black, more than 10⁹ and
/// infinitely many change nothing, and a number that isn't one counts as 6.
final class ColorPosterize: CIFilter, CIColorPosterize {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorPosterize",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Leaves a few brightnesses of each colour component, like a poster.")
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

    override var result: CIImage? {
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
    /// How many values of each component are left from 0 to 1, usually 2 to 30.
    var levels: Float { get set }
}

extension CIFilter {
    /// A filter that leaves a few brightnesses of each component.
    public class func colorPosterize() -> any CIFilter & CIColorPosterize { ColorPosterize() }
}
