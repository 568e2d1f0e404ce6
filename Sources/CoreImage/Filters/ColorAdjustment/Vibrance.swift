import Foundation

/// Changes saturation, dull colours most and skin tones least:
/// `L + (rgb − L) · (1 + amount · (1 − s) · (1 − skin / 2))` on unpremultiplied linear working-space colour, with the
/// luminance L, the saturation `s = (max − min) / max`, and `skin`, which is 1 for orange and falls to 0 at red and
/// yellow: `4h(1 − h)` with `h = (g − b) / (r − b)`.
///
/// Alpha is kept, nothing is clamped, grays stay as they are. Core Image's own formula is not published; this one is
/// ours, made for the documented behaviour. An amount that isn't finite counts as 0.
final class Vibrance: CIFilter, CIVibrance {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVibrance",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Changes saturation, dull colours more than strong ones, and skin tones least.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0, range: -1...1, slider: -1...1, identity: 0) var amount: Float

    private static let kernel = CIColorKernel(
        source: """
            kernel vec4 vibrance(__sample image, float amount) {
                vec4 c = unpremultiply(image);
                float most = max(c.r, max(c.g, c.b));
                float least = min(c.r, min(c.g, c.b));
                float saturation = most > 0.0 ? clamp((most - least) / most, 0.0, 1.0) : 1.0;
                bool warm = c.r > c.b && c.g > c.b && c.r > c.g;
                float hue = warm ? (c.g - c.b) / (c.r - c.b) : 0.0;
                float weight = (1.0 - saturation) * (1.0 - 2.0 * hue * (1.0 - hue));
                float luminance = dot(c.rgb, vec3(0.2126, 0.7152, 0.0722));
                return premultiply(vec4(mix(vec3(luminance), c.rgb, 1.0 + amount * weight), c.a));
            }
            """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel?.apply(extent: inputImage.extent, arguments: [inputImage, amount.finite(or: 0)])
    }
}

/// Inputs of the vibrance filter.
public protocol CIVibrance: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// From −1 (dull colours turn gray) over 0 (no change) to 1.
    var amount: Float { get set }
}

extension CIFilter {
    /// A filter that changes the saturation of dull colours.
    public class func vibrance() -> any CIFilter & CIVibrance { Vibrance() }
}
