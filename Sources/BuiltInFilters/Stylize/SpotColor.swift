import CoreImageEssentials
import Foundation

/// Replaces up to three ranges of colours, each by one colour.
///
/// With d the distance of the pixel's unpremultiplied colour, in sRGB values, from a range's middle, the range's weight
/// is 1 up to `closeness · contrast`, 0 from `closeness` on, and falls smoothly between (`1 − smoothstep`): a contrast
/// of 1 gives a hard edge, 0 a soft one. The first range's replacement is mixed in by its weight times its own alpha,
/// then the second's, then the third's, in linear light. Weights are always those of the image's original colour. Alpha
/// and extent are kept. A closeness of 0 or less, or NaN, replaces nothing; contrasts are clamped to 0…1.
///
/// No formula is published; this one is ours, made for the documented meaning of the inputs.
class SpotColor: CIFilter, CISpotColor {
    override class var registration: CIFilterRegistration {
        .init(
            "CISpotColor", categories: [.stylize, .highDynamicRange, .video], kind: .color,
            summary: "Replaces up to three ranges of colours by one colour each.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CIColor(red: 0.0784, green: 0.0627, blue: 0.0706)) var centerColor1: CIColor
    @CIInput(default: CIColor(red: 0.4392, green: 0.1922, blue: 0.1961)) var replacementColor1: CIColor
    @CIInput(default: 0.22, min: 0, slider: 0...0.5) var closeness1: Float
    @CIInput(default: 0.98, min: 0, slider: 0...1) var contrast1: Float
    @CIInput(default: CIColor(red: 0.5255, green: 0.3059, blue: 0.3451)) var centerColor2: CIColor
    @CIInput(default: CIColor(red: 0.9137, green: 0.5608, blue: 0.5059)) var replacementColor2: CIColor
    @CIInput(default: 0.15, min: 0, slider: 0...0.5) var closeness2: Float
    @CIInput(default: 0.98, min: 0, slider: 0...1) var contrast2: Float
    @CIInput(default: CIColor(red: 0.9216, green: 0.4549, blue: 0.3333)) var centerColor3: CIColor
    @CIInput(default: CIColor(red: 0.9098, green: 0.7529, blue: 0.6078)) var replacementColor3: CIColor
    @CIInput(default: 0.5, min: 0, slider: 0...0.5) var closeness3: Float
    @CIInput(default: 0.99, min: 0, slider: 0...1) var contrast3: Float

    private static let kernel = CIColorKernel(
        """
        float share(vec3 color, vec3 center, vec2 range) {
            float t = clamp((distance(color, center) - range.x) * range.y, 0.0, 1.0);
            return 1.0 - t * t * (3.0 - 2.0 * t);
        }
        vec3 replaced(vec3 color, vec3 seen, vec4 center, vec4 replacement, vec2 range) {
            vec4 plain = unpremultiply(replacement);
            float amount = share(seen, linear_to_srgb(unpremultiply(center).rgb), range) * plain.a;
            return mix(color, plain.rgb, amount);
        }
        kernel vec4 spotColor(
            __sample image, __color center1, __color replacement1, vec2 range1, __color center2, __color replacement2,
            vec2 range2, __color center3, __color replacement3, vec2 range3
        ) {
            vec4 color = unpremultiply(image);
            vec3 seen = linear_to_srgb(color.rgb);
            vec3 result = replaced(color.rgb, seen, center1, replacement1, range1);
            result = replaced(result, seen, center2, replacement2, range2);
            result = replaced(result, seen, center3, replacement3, range3);
            return premultiply(vec4(result, color.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(
            to: inputImage, centerColor1, replacementColor1, Self.range(closeness1, contrast1), centerColor2,
            replacementColor2, Self.range(closeness2, contrast2), centerColor3, replacementColor3,
            Self.range(closeness3, contrast3))
    }

    /// Returns the distance up to which a range is fully replaced, and the slope beyond it.
    private static func range(_ closeness: Float, _ contrast: Float) -> CIVector {
        // A negative distance never occurs, so nothing is replaced.
        guard closeness > 0 else { return CIVector(x: -1, y: 1) }
        let end = min(CGFloat(closeness), 1e6)
        let start = end * CGFloat(contrast.isNaN ? 1 : min(max(contrast, 0), 1))
        return CIVector(x: start, y: 1 / max(end - start, end * 1e-6))
    }
}

/// Inputs of the spot colours.
public protocol CISpotColor: CIFilterProtocol {
    /// The image whose colours are replaced.
    var inputImage: CIImage? { get set }
    /// Middle of the first range of colours.
    var centerColor1: CIColor { get set }
    /// The colour that the first range becomes. Its alpha is the share that is replaced.
    var replacementColor1: CIColor { get set }
    /// Size of the first range: distance from its middle in sRGB, from 0.
    var closeness1: Float { get set }
    /// How sharply the first range ends, from 0 to 1.
    var contrast1: Float { get set }
    /// Middle of the second range of colours.
    var centerColor2: CIColor { get set }
    /// The colour that the second range becomes. Its alpha is the share that is replaced.
    var replacementColor2: CIColor { get set }
    /// Size of the second range: distance from its middle in sRGB, from 0.
    var closeness2: Float { get set }
    /// How sharply the second range ends, from 0 to 1.
    var contrast2: Float { get set }
    /// Middle of the third range of colours.
    var centerColor3: CIColor { get set }
    /// The colour that the third range becomes. Its alpha is the share that is replaced.
    var replacementColor3: CIColor { get set }
    /// Size of the third range: distance from its middle in sRGB, from 0.
    var closeness3: Float { get set }
    /// How sharply the third range ends, from 0 to 1.
    var contrast3: Float { get set }
}

extension CIFilter {
    /// A filter that replaces up to three ranges of colours by one colour each.
    public class func spotColor() -> any CIFilter & CISpotColor { registered(SpotColor()) }
}
