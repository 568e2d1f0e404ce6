import CoreImageEssentials
import Foundation

/// A tone map for images that are brighter than white. It fits light up to `source` times white to a display that shows
/// up to `target` times white.
///
/// The curve is that of the reference white tone mapping operator of SMPTE ST 2094-50 (committee draft, 2025). Up to
/// white it is the line `w · m`. From there on it is a parabola given by three points, `(1, w)`,
/// `(0.35 + 0.65 · target / w, 0.35 · w + 0.65 · target)` and `(source, target)`, which continues the line smoothly.
/// The value of white, w, is `1 − r / 2` for a display that shows nothing brighter than white, with
/// `r = log₂ source / log₂(1000/203)`, at most 1; it is 1 for displays of `(8/3)^r` or more. In between, the standard
/// mixes the gains of both curves by the logarithm of the display's headroom. This implementation mixes w in the same
/// proportion instead and builds the parabola for it, which also ends at the target. A colour is multiplied by
/// `curve(m) / m`, where m is its largest component, so that its hue and saturation stay.
enum HeadroomToneMap {
    /// The range of headrooms, from white to 5 stops brighter.
    static let range: ClosedRange<Float> = 1...32

    private static let kernel = CIColorKernel(
        """
        kernel vec4 headroomToneMap(__sample image, float white, float bend, float curvature, vec2 rise, vec2 most) {
            vec4 c = unpremultiply(image);
            float light = max(c.r, max(c.g, c.b));
            float beyond = clamp(light - 1.0, 0.0, most.x - 1.0);
            float t = clamp(2.0 * beyond / (bend + sqrt(max(bend * bend + 4.0 * curvature * beyond, 0.0))), 0.0, 1.0);
            float mapped = white + t * (rise.x + t * rise.y);
            float gain = light > 1.0 ? min(mapped, most.y) / light : white;
            return premultiply(vec4(c.rgb * gain, c.a));
        }
        """)

    /// Returns the tone-mapped image, or the image itself if the target isn't smaller than the source.
    static func mapped(_ image: CIImage, from source: Float, to target: Float) -> CIImage {
        guard source > target else { return image }
        let (source, target) = (Double(source), Double(target))
        let part = min(log2(source) / log2(1000.0 / 203), 1)
        let reach = part * log2(8.0 / 3)
        let white = pow(1 - part / 2, 1 - min(log2(target) / reach, 1))
        let (middleX, middleY) = (0.35 + 0.65 * target / white, 0.35 * white + 0.65 * target)
        return kernel.apply(
            to: image, white, 2 * (middleX - 1), 1 - 2 * middleX + source,
            CIVector(x: 2 * (middleY - white), y: white - 2 * middleY + target), CIVector(x: source, y: target)
        ).settingContentHeadroom(Float(target))
    }
}
