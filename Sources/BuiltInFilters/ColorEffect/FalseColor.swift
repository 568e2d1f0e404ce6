import CoreImageEssentials
import Foundation

/// Replaces colours with those between two, by luminance: `mix(color0, color1, L)` with
/// `L = dot(rgb, (0.2125, 0.7154, 0.0721))` of the unpremultiplied linear working-space colour.
///
/// Black becomes colour 0 and white colour 1. The colours are mixed as premultiplied linear values and multiplied by
/// the image's alpha. Light brighter than white extrapolates the colours, but the mixture's alpha is clamped to 0…1.
/// Source: Core Image Filter Reference; the weights are not published there, and are those that Core Image's saturation
/// is known to use.
class FalseColor: CIFilter, CIFalseColor {
    override class var registration: CIFilterRegistration {
        .init(
            "CIFalseColor",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces colours with those between two, by luminance.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CIColor(red: 0.3, green: 0, blue: 0), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 1, green: 0.9, blue: 0.8), name: "Color 2") var color1: CIColor

    private static let kernel = CIColorKernel(
        """
        kernel vec4 falseColor(__sample image, __color color0, __color color1) {
            // One division of the luminance replaces three of the components.
            float gray = dot(image.rgb, vec3(0.2125, 0.7154, 0.0721));
            vec4 mixed = mix(color0, color1, image.a > 0.0 ? gray / image.a : gray);
            return vec4(mixed.rgb, clamp(mixed.a, 0.0, 1.0)) * image.a;
        }
        """)

    override var outputImage: CIImage? { inputImage.map { Self.kernel.apply(to: $0, color0, color1) } }
}

/// Inputs of the false colour filter.
public protocol CIFalseColor: CIFilterProtocol {
    /// The image whose luminance is shown.
    var inputImage: CIImage? { get set }
    /// The colour that black becomes.
    var color0: CIColor { get set }
    /// The colour that white becomes.
    var color1: CIColor { get set }
}

extension CIFilter {
    /// A filter that replaces colours with those between two.
    public class func falseColor() -> any CIFilter & CIFalseColor { registered(FalseColor()) }
}
