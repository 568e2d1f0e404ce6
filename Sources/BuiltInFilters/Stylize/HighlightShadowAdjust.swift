import CoreImageEssentials
import Foundation

/// Lightens shadows and darkens highlights.
///
/// Colours are multiplied by `2^(2.5 · shadow · (1 − L)² − 1.5 · (1 − highlight) · L²)`. L is the sRGB value, clamped
/// to 0…1, of the luminance (Rec. 709 weights) of the unpremultiplied linear working-space image, blurred by a Gaussian
/// of standard deviation `radius` pixels. So with a radius, a pixel's surroundings decide whether it is in shadow,
/// which keeps local contrast. Without a radius the curve rises everywhere. Positive shadow amounts lighten dark parts,
/// by up to 2.5 stops, negative ones darken them; highlight amounts below 1 darken bright parts, by up to 1.5 stops.
/// Hue, alpha and extent are kept.
///
/// No formula is published; this one is ours, made for the documented meaning of the inputs and the identity that Core
/// Image reports, shadow 0 and highlight 1. Amounts are clamped to −1…1 and 0…1. NaN counts as the identity, and a
/// radius that isn't positive and finite as 0. Blurring repeats the image's edge pixels.
package class HighlightShadowAdjust: CIFilter, CIHighlightShadowAdjust {
    package override class var registration: CIFilterRegistration {
        .init(
            "CIHighlightShadowAdjust", displayName: "Highlight and Shadow Adjust",
            categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Lightens or darkens shadows, and darkens highlights.", status: .ours)
    }

    @CIInput package var inputImage: CIImage?
    @CIInput(default: 0, min: 0, slider: 0...10, identity: 0, nonFinite: 0) package var radius: Float
    @CIInput(default: 0, range: -1...1, slider: -1...1, identity: 0) package var shadowAmount: Float
    @CIInput(default: 1, range: 0...1, slider: 0.3...1, identity: 1) package var highlightAmount: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 highlightShadowAdjust(__sample image, __sample around, float shadow, float highlight) {
            float luminance = dot(unpremultiply(around).rgb, vec3(0.2126, 0.7152, 0.0722));
            float light = clamp(linear_to_srgb(max(luminance, 0.0)), 0.0, 1.0), dark = 1.0 - light;
            return vec4(image.rgb * exp2(shadow * dark * dark - highlight * light * light), image.a);
        }
        """)

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let shadow = shadowAmount.isNaN ? 0 : min(max(shadowAmount, -1), 1)
        let highlight = highlightAmount.isNaN ? 1 : min(max(highlightAmount, 0), 1)
        if shadow == 0 && highlight == 1 { return inputImage }
        let around = inputImage.clampedAndBlurred(sigma: Double(radius))
        return Self.kernel.apply(to: inputImage, around, 2.5 * shadow, 1.5 * (1 - highlight))
    }
}

/// Inputs of the adjustment of highlights and shadows.
public protocol CIHighlightShadowAdjust: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the blur that determines shadow and light around a pixel, in pixels, 0 or more.
    var radius: Float { get set }
    /// How much shadows are lightened, from -1, darker, over 0 to 1.
    var shadowAmount: Float { get set }
    /// How much of the highlights is left, from 0 to 1.
    var highlightAmount: Float { get set }
}

extension CIFilter {
    /// A filter that lightens or darkens shadows, and darkens highlights.
    public class func highlightShadowAdjust() -> any CIFilter & CIHighlightShadowAdjust {
        registered(HighlightShadowAdjust())
    }
}

extension HighlightShadowAdjust: CIFilterExampleProviding {
    package static var example: CIFilterExample { .init("shadowAmount=1 highlightAmount=0.3") }
}
