import CoreImageEssentials
import Foundation

/// Mixes colour with shades of one colour, which run from black through the colour to white.
///
/// `mix(rgb, shade, intensity)` on unpremultiplied linear working-space colour: with
/// `L = 0.2125 r + 0.7154 g + 0.0721 b` and the colour c in linear light, the shade is `2 L c` where L is below ½, and
/// `c + (1 − c)(2L − 1)` above. Alpha is kept, nothing is clamped. The colour counts without its alpha. An intensity
/// that isn't finite counts as 1, a negative one as 0. Source: fitted to a lossless picture of Core Image (iOS 7),
/// which it matches with mean 0.00 and a largest difference of 1 of 255, and to JPEG pictures of iOS 16 (mean 0.8 and
/// 1.8).
class ColorMonochrome: CIFilter, CIColorMonochrome {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorMonochrome",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Tints an image with shades of one colour.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CIColor(red: 0.6, green: 0.45, blue: 0.3), type: kCIAttributeTypeOpaqueColor) var color: CIColor
    @CIInput(default: 1, min: 0, slider: 0...1, identity: 0, nonFinite: 1) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 monochrome(__sample image, __color color, float intensity) {
            float twice = 2.0 * dot(image.rgb, vec3(0.2125, 0.7154, 0.0721));
            vec3 shade = min(twice, image.a) * color.rgb + max(twice - image.a, 0.0) * (vec3(1.0) - color.rgb);
            return vec4(mix(image.rgb, shade, intensity), image.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let opaque = CIColor(storing: color.red, color.green, color.blue, 1, in: color.colorSpace)
        return Self.kernel.apply(to: inputImage, opaque, max(intensity, 0))
    }
}

/// Inputs of the monochrome filter.
public protocol CIColorMonochrome: CIFilterProtocol {
    /// The image to tint.
    var inputImage: CIImage? { get set }
    /// The colour that middle grey (half the light of white) becomes.
    var color: CIColor { get set }
    /// From 0 (no change) to 1 (only shades of the colour).
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that tints an image with shades of one colour.
    public class func colorMonochrome() -> any CIFilter & CIColorMonochrome { registered(ColorMonochrome()) }
}
