import CoreImageEssentials
import Foundation

/// Mixes colour with a brown tone of the same luminance: `mix(rgb, tone(L), intensity)` with
/// `L = dot(rgb, (0.2126, 0.7152, 0.0722))` and `tone(L) = (L^0.783, 0.989 · L^1.085, 0.914 · L^1.902)`, on
/// unpremultiplied linear working-space colour; alpha is kept, nothing is clamped.
///
/// Core Image's formula is not published; the tone's numbers are fitted to pictures that it made at intensities 1 and
/// 0.5, and reproduce them with a mean difference of 0.3 of 255. A negative luminance counts as 0, an intensity that
/// isn't finite as 1.
class SepiaTone: CIFilter, CISepiaTone {
    override class var registration: CIFilterRegistration {
        .init(
            "CISepiaTone",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Tints an image brown, like an old photograph.",
            status: .fitted(mean: 0.18, percentile99: 1))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0...1, identity: 0, nonFinite: 1) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 sepiaTone(__sample s, float intensity) {
            vec4 c = unpremultiply(s);
            float luminance = max(dot(c.rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0);
            vec3 tone = vec3(1.0, 0.989, 0.914) * pow(vec3(luminance), vec3(0.783, 1.085, 1.902));
            return premultiply(vec4(mix(c.rgb, tone, intensity), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage, intensity])
    }
}

/// Inputs of the sepia filter.
public protocol CISepiaTone: CIFilterProtocol {
    /// The image to tint.
    var inputImage: CIImage? { get set }
    /// From 0 (no change) to 1 (only brown).
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that tints an image brown.
    public class func sepiaTone() -> any CIFilter & CISepiaTone { registered(SepiaTone()) }
}
