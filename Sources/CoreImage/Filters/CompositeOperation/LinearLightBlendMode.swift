import Foundation

/// Linear burn where the image is dark, and linear dodge where it is light, with twice the contrast.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = b + 2 · s − 1`, limited to 0…1, and the alpha
/// `Sa + Ba − Sa · Ba`.  Both images are required. The extent is the union of their extents. Source: Core Image Filter
/// Reference; ISO 32000-1, 11.3 for transparency.
final class LinearLightBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILinearLightBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Darkens or brightens the background by steps, whichever the image asks for.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    static let kernel = CIBlendKernel(
        """
        kernel vec4 linearLightBlendMode(__sample s, __sample b) {
            vec3 both = clamp(b.rgb * s.a + 2.0 * s.rgb * b.a - s.a * b.a, 0.0, s.a * b.a);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    override var result: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return Self.kernel.composite(inputImage, backgroundImage)
    }
}

extension CIFilter {
    /// A filter that burns or dodges a background by adding.
    public class func linearLightBlendMode() -> any CIFilter & CICompositeOperation { LinearLightBlendMode() }
}
