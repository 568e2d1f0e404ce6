import Foundation

/// What halftone screens have in common: a periodic pattern takes light away, more here and less there, and contrast is raised until little but black and white is left.
///
/// With the tone T, the sharpness s and a pattern P between −½ and ½, the result is `clamp(½ + (T − ½ − 0.9932 · s · P) / (1 − s), 0, 1)`. At sharpness 0 the tone is left as it is, and near 1
/// every pixel is black or white, on either side of a threshold that follows the pattern. Black stays black and white white at every sharpness. The formula was measured for the dot screen at
/// s = 0.7, 0.9932 included; that both factors follow s in this way is the simplest that fits, and ours, as are the patterns of the other screens.
///
/// Patterns are functions of the phase: the offset from the centre along and across the screen, in units in which a period is 2π.
struct HalftoneScreen {
    /// The screen's centre.
    let center: CIVector
    /// The screen's direction, as long as the phase rises from one pixel to the next.
    let axis: CIVector
    /// How much of the tone the pattern takes away, and by how much contrast is raised.
    let strength: CGFloat
    let contrast: CGFloat

    /// Screens take any numbers: widths count as between 1 and 10⁹ pixels, sharpnesses as between 0 and 0.999, and what isn't finite as the default.
    init(center: CGPoint, width: Float, angle: Float, sharpness: Float) {
        let width = CGFloat(min(max(width.finite(or: 6), 1), 1e9))
        let angle = CGFloat(remainder(angle.finite(or: 0), 2 * .pi))
        let sharpness = CGFloat(min(max(sharpness.finite(or: 0.7), 0), 0.999))
        // Farther away a float has no phase, and squares of distances may be infinite.
        self.center = CIVector(
            x: min(max(center.x.finite(or: 0), -1e9), 1e9), y: min(max(center.y.finite(or: 0), -1e9), 1e9))
        axis = CIVector(x: 2 * .pi / width * cos(angle), y: 2 * .pi / width * sin(angle))
        strength = 0.9932 * sharpness
        contrast = 1 / (1 - sharpness)
    }

    /// `vec2 phase(vec2 center, vec2 axis)` and what patterns are made of, for the head of a kernel's text.
    static let functions = """
        vec2 phase(vec2 center, vec2 axis) {
            vec2 offset = destCoord() - center;
            return vec2(dot(axis, offset), axis.x * offset.y - axis.y * offset.x);
        }
        float cubed(float x) { return x * x * x; }

        """

    /// A kernel that draws an image's luminance in black and white. Alpha stays.
    ///
    /// - Parameter pattern: An expression of the kernel language in `p`, the phase; between −½ and ½.
    static func kernel(pattern: String) -> CIColorKernel {
        CIColorKernel(
            functions + """
                kernel vec4 screen(__sample image, vec2 center, vec2 axis, float strength, float contrast) {
                    vec2 p = phase(center, axis);
                    float tone = dot(image.rgb, vec3(0.2125, 0.7154, 0.0721)) - strength * (\(pattern));
                    float gray = clamp((tone - 0.5) * contrast + 0.5, 0.0, 1.0);
                    return vec4(vec3(gray * image.a), image.a);
                }
                """)
    }

    /// The image through a screen's kernel.
    func apply(_ kernel: CIColorKernel, to image: CIImage) -> CIImage {
        kernel.apply(to: image, center, axis, strength, contrast)
    }
}
