import CoreImageEssentials
import Foundation

/// An image as in a comic: few colours, printed in coarse dots, with black outlines.
///
/// The unpremultiplied colours of the noise-reduced image are taken as sRGB values clamped to 0…1. Each component v is
/// rounded to a quarter, and mixed by 0.45 with a dot screen of 6 pixels' width turned by 15°, 75° and 45°:
/// `clamp(4 · (v − s) + ½, 0, 1)`, where `s = ½ + 3⁄16 · (cos 2πx/6 + cos 2πy/6)` at the turned coordinates, about the
/// origin of working space. The drawing that `CILineOverlay` makes of the image lies over it. Alpha and extent stay.
///
/// The steps are the documented ones, outlines and a colour halftone; the numbers are ours.
class ComicEffect: CIFilter, CIComicEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIComicEffect", categories: [.stylize, .video], kind: .general,
            summary: "Makes an image look like a comic's drawing.", status: .ours)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        float screen(float value, vec2 direction) {
            vec2 place = destCoord() * 1.0471976;
            vec2 turned = vec2(dot(place, direction), dot(place, vec2(-direction.y, direction.x)));
            float level = 0.5 + 0.1875 * (cos(turned.x) + cos(turned.y));
            return clamp((value - level) * 4.0 + 0.5, 0.0, 1.0);
        }
        kernel vec4 comicEffect(__sample image, __sample smooth, __sample lines) {
            vec4 color = unpremultiply(smooth);
            vec3 v = clamp(linear_to_srgb(color.rgb), 0.0, 1.0);
            vec3 dots = vec3(
                screen(v.r, vec2(0.9659258, 0.2588190)), screen(v.g, vec2(0.2588190, 0.9659258)),
                screen(v.b, vec2(0.7071068, 0.7071068)));
            vec3 flat = floor(v * 4.0 + 0.5) * 0.25;
            vec3 print = srgb_to_linear(mix(flat, dots, 0.45));
            return premultiply(vec4(print, image.a)) * vec4(vec3(1.0 - lines.a), 1.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let smooth = inputImage.applyingFilter(
            "CINoiseReduction", parameters: ["inputNoiseLevel": 0.07, kCIInputSharpnessKey: 0.71])
        return Self.kernel.apply(
            to: inputImage, smooth, inputImage.applyingFilter("CILineOverlay"))
    }
}

/// Inputs of the comic effect.
public protocol CIComicEffect: CIFilterProtocol {
    /// The image to draw as a comic.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that makes an image look like a comic's drawing.
    public class func comicEffect() -> any CIFilter & CIComicEffect { registered(ComicEffect()) }
}
