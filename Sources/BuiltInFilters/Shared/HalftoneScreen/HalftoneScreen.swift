import CoreImageEssentials
import Foundation

/// The common part of the halftone screens: a periodic threshold, and a contrast that leaves little but black and
/// white.
///
/// With the tone T, the sharpness s and the threshold H, the result is `clamp(½ + (T − H) / (1 − s), 0, 1)`. Near a
/// sharpness of 1 every pixel is black or white, depending on which side of the threshold it is.
///
/// Line and circular screens have a triangle wave as threshold, from 0 in the middle of a white line to 1 in the middle
/// of a black one. The dot screen's threshold is `½ + 0.9932 · s · P`, with P between −½ and ½. Both were measured in
/// pictures that Core Image made in 2013, at s = 0.7: the factor of the tone is 3.333, the thresholds of lines are
/// within 0.0005 of the wave, and dots have mean differences of 0.01 of 255. That the factor 0.9932 · 0.7 is
/// proportional to s is our assumption. Hatched and CMYK screens, of which there are no pictures, follow the others.
///
/// Thresholds are functions of the phase: the offset from the centre along and across the screen, in units in which a
/// period is 2π.
struct HalftoneScreen {
    /// The screen's centre.
    let center: CIVector
    /// The screen's direction. Its length is the difference in phase between neighbouring pixels.
    let axis: CIVector
    /// Amplitude factor of a dot screen's threshold.
    let thresholdAmplitude: CGFloat
    /// Factor by which contrast is raised.
    let contrast: CGFloat

    /// Creates a screen from finite numbers. Widths are clamped to 1…10⁹ pixels and sharpnesses to 0…0.999.
    init(center: CGPoint, width: Float, angle: Float, sharpness: Float) {
        let width = CGFloat(min(max(width, 1), 1e9))
        let angle = CGFloat(remainder(angle, 2 * .pi))
        let sharpness = CGFloat(min(max(sharpness, 0), 0.999))
        // Farther away, floats can't hold the phase, and squared distances may overflow.
        self.center = CIVector(
            x: min(max(center.x, -1e9), 1e9), y: min(max(center.y, -1e9), 1e9))
        axis = CIVector(x: 2 * .pi / width * cos(angle), y: 2 * .pi / width * sin(angle))
        thresholdAmplitude = 0.9932 * sharpness
        contrast = 1 / (1 - sharpness)
    }

    /// Kernel functions for the head of a kernel's text: `vec2 phase(vec2 center, vec2 axis)`, and the functions that
    /// patterns are made of.
    static let functions = """
        vec2 phase(vec2 center, vec2 axis) {
            vec2 offset = destCoord() - center;
            return vec2(dot(axis, offset), axis.x * offset.y - axis.y * offset.x);
        }
        float triangle(float phase) { return abs(2.0 * fract(phase * 0.15915494 + 0.5) - 1.0); }
        float square(float x) { return x * x; }

        """

    /// Returns a kernel that draws an image's luminance in black and white. Alpha is kept.
    ///
    /// - Parameter threshold: An expression of the kernel language in `p`, the phase, and `strength`.
    static func kernel(threshold: String) -> CIColorKernel {
        CIColorKernel(
            functions + """
                kernel vec4 screen(__sample image, vec2 center, vec2 axis, float strength, float contrast) {
                    vec2 p = phase(center, axis);
                    float tone = dot(image.rgb, vec3(0.2125, 0.7154, 0.0721));
                    float gray = clamp((tone - (\(threshold))) * contrast + 0.5, 0.0, 1.0);
                    return vec4(vec3(gray * image.a), image.a);
                }
                """)
    }

    /// Applies a screen's kernel to the image.
    func apply(_ kernel: CIColorKernel, to image: CIImage) -> CIImage {
        kernel.apply(to: image, center, axis, thresholdAmplitude, contrast)
    }
}
