import Foundation

/// Mixes colour with shades of one colour: `mix(rgb, L · color, intensity)` with
/// `L = dot(rgb, (0.2125, 0.7154, 0.0721))`, on unpremultiplied linear working-space colour; alpha is kept, nothing is
/// clamped.
///
/// So white becomes the colour and black stays. Core Image's formula is not published; this is the common one for the
/// documented behaviour, with the weights that its saturation is known to use. The colour counts without its alpha. An
/// intensity that isn't finite counts as 1, a negative one as 0.
final class ColorMonochrome: CIFilter, CIColorMonochrome {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorMonochrome",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Tints an image with shades of one colour.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CIColor(red: 0.6, green: 0.45, blue: 0.3), type: kCIAttributeTypeOpaqueColor) var color: CIColor
    @CIInput(default: 1, min: 0, slider: 0...1, identity: 0) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 monochrome(__sample image, __color color, float intensity) {
            float luminance = dot(image.rgb, vec3(0.2125, 0.7154, 0.0721));
            return vec4(mix(image.rgb, luminance * color.rgb, intensity), image.a);
        }
        """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        let opaque = CIColor(storing: color.red, color.green, color.blue, 1, in: color.colorSpace)
        return Self.kernel.apply(to: inputImage, opaque, max(intensity.finite(or: 1), 0))
    }
}

/// Inputs of the monochrome filter.
public protocol CIColorMonochrome: CIFilterProtocol {
    /// The image to tint.
    var inputImage: CIImage? { get set }
    /// What white becomes.
    var color: CIColor { get set }
    /// From 0 (no change) to 1 (only shades of the colour).
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that tints an image with shades of one colour.
    public class func colorMonochrome() -> any CIFilter & CIColorMonochrome { ColorMonochrome() }
}
