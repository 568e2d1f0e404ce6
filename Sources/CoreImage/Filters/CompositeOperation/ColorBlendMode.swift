import Foundation

/// Hue and saturation of the image with the lightness of the background.
///
/// With unpremultiplied linear working-space colours s and b:
/// `(1 − Sa) · Ba · b + (1 − Ba) · Sa · s + Sa · Ba · B(b, s)`, where B is the colour of `hue(s), S(s), L(b)` in HSL,
/// and the alpha `Sa + Ba − Sa · Ba`. `NonseparableBlending` defines hue, saturation and lightness, and states how well
/// they match Core Image. Both images are required. The extent is the union of their extents.
final class ColorBlendMode: CIFilter, CICompositeOperation {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorBlendMode",
            categories: [.compositeOperation, .interlaced, .nonSquarePixels, .video],
            kind: .composite, summary: "Gives the background the hue and saturation of the image.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?

    static let kernel = CIBlendKernel(
        NonseparableBlending.functions + """
            kernel vec4 colorBlendMode(__sample s, __sample b) {
                vec3 image = unpremultiply(s).rgb;
                vec3 back = unpremultiply(b).rgb;
                vec3 both = s.a * b.a * colorOf(hue(image), saturation(image), lightness(back));
                return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
            }
            """)

    override var result: CIImage? {
        guard let inputImage, let backgroundImage else { return nil }
        return Self.kernel.composite(inputImage, backgroundImage)
    }
}

extension CIFilter {
    /// A filter that gives a background the hue and saturation of an image.
    public class func colorBlendMode() -> any CIFilter & CICompositeOperation { ColorBlendMode() }
}
