import Foundation

/// Darkens gently where the image is dark, and brightens where it is light: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b: `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = s ≤
/// ½ ? b − (1 − 2 · s) · b · (1 − b) : b + (2 · s − 1) · (D(b) − b)` and `D(b) = b ≤ ¼ ? ((16 · b − 12) · b + 4) · b : √b`, and the
/// alpha `Sa + Ba − Sa · Ba`. Nothing is clamped. Both images are needed. The extent is the union of theirs. Source: ISO 32000-1, 11.3.
final class SoftLightBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CISoftLightBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Darkens or brightens the background gently, whichever the image asks for.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    static let kernel = CIBlendKernel(
        """
        kernel vec4 softLightBlendMode(__sample s, __sample b) {
            vec3 back = unpremultiply(b).rgb;
            vec3 twice = 2.0 * s.rgb - s.a;
            vec3 curve = compare(0.25 - back, sqrt(back), ((16.0 * back - 12.0) * back + 4.0) * back);
            vec3 dark = s.a * back + twice * back * (1.0 - back);
            vec3 light = s.a * back + twice * (curve - back);
            vec3 both = b.a * compare(-twice, light, dark);
            return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
        }
        """)

    override var result: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return Self.kernel.composite(inputImage, backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gently darkens or brightens by the image in front.
    public class func softLightBlendMode() -> any CIFilter & CICompositeOperation { SoftLightBlendMode() }
}
