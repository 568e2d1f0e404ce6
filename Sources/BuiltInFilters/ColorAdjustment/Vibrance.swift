import CoreImageEssentials
import Foundation

/// Changes saturation, of skin tones least.
///
/// `m + (rgb − m) · (1 + amount · g · w)` on unpremultiplied linear working-space colour, with the mean m of red, green
/// and blue. The saturation s is the distance from the grey m as a share of the way to the gamut's edge:
/// `max((max − m) / (1 − m), (m − min) / m)`. For amounts below 0, `w = 1 − s + s²`; above 0, `w = 1 − s`, so that no
/// colour leaves the gamut. `g = 0.85 − 0.7 · skin`, with `skin = 4 (1 − max) · min(r − g, 2g − b) / (m (1 − m))`,
/// clamped to 0…1: it is 1 for orange and brown, and 0 at red, yellow and full brightness.
///
/// Alpha is kept, nothing is clamped, and greys don't change. An amount that isn't finite counts as 0. Source: fitted
/// to a lossless picture of Core Image (iOS 7) at amount −1, which it matches with mean 0.03 and 99th percentile 1 of
/// 255. No picture of a positive amount is public, so w is ours there.
package class Vibrance: CIFilter, CIVibrance {
    package override class var registration: CIFilterRegistration {
        .init(
            "CIVibrance",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Changes saturation, of skin tones least.",
            status: .fitted(mean: 0.03, percentile99: 1))
    }

    @CIInput package var inputImage: CIImage?
    @CIInput(default: 0, range: -1...1, slider: -1...1, identity: 0, nonFinite: 0) package var amount: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 vibrance(__sample image, float amount) {
            vec4 c = unpremultiply(image);
            float most = max(c.r, max(c.g, c.b));
            float least = min(c.r, min(c.g, c.b));
            float mean = (c.r + c.g + c.b) / 3.0;
            bool inside = mean > 0.0 && mean < 1.0;
            float up = (most - mean) / (inside ? 1.0 - mean : 1.0);
            float down = (mean - least) / (inside ? mean : 1.0);
            float s = inside ? min(max(up, down), 1.0) : 1.0;
            float tone = 4.0 * max(1.0 - most, 0.0) * min(c.r - c.g, 2.0 * c.g - c.b);
            float skin = inside ? clamp(tone / (mean * (1.0 - mean)), 0.0, 1.0) : 0.0;
            float weight = (0.85 - 0.7 * skin) * (amount < 0.0 ? 1.0 - s + s * s : 1.0 - s);
            return premultiply(vec4(mix(vec3(mean), c.rgb, 1.0 + amount * weight), c.a));
        }
        """)

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage, amount])
    }
}

/// Inputs of the vibrance filter.
public protocol CIVibrance: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// Change of saturation, from −1 (nearly grey, except skin tones) through 0 (no change) to 1.
    var amount: Float { get set }
}

extension CIFilter {
    /// A filter that changes the saturation of dull colours.
    public class func vibrance() -> any CIFilter & CIVibrance { registered(Vibrance()) }
}

extension Vibrance: CIFilterExampleProviding {
    package static var example: CIFilterExample { .init("amount=-1", "amount=1") }
}
