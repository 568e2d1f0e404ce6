import Foundation

/// The lighter of both colours for each component: PDF's formula.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)` with `B = max(b, s)`, and the alpha `Sa + Ba − Sa · Ba`.
/// Nothing is clamped. Both images are required. The extent is the union of their extents. Source: ISO 32000-1, 11.3.
final class LightenBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CILightenBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Keeps the lighter of image and background for each component.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    static let kernel = CIBlendKernel(
        """
        kernel vec4 lightenBlendMode(__sample s, __sample b) {
            vec3 both = max(s.rgb * b.a, b.rgb * s.a);
            vec3 color = b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both;
            return vec4(color, s.a + b.a - s.a * b.a);
        }
        """)

    override var result: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return Self.kernel.composite(inputImage, backgroundImage)
    }
}

extension CIFilter {
    /// A filter that keeps the lighter colour of two images.
    public class func lightenBlendMode() -> any CIFilter & CICompositeOperation { LightenBlendMode() }
}
