import CoreImageEssentials
import Foundation

/// A factor for linear light that is 1 inside a circle and falls, or rises, smoothly outside. `VignetteEffect` states
/// the formula.
struct VignetteMask {
    /// The circle's centre, finite.
    let center: CGPoint
    /// The circle's radius in pixels; an infinite one changes nothing.
    let radius: Float
    /// Strength: 0 changes nothing, 1 makes the outside black.
    let intensity: Float
    /// Softness, from 0 to 1.
    let falloff: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 vignette(__sample image, vec2 center, float perRadius, float offset, float intensity) {
            float x = clamp(length(destCoord() - center) * perRadius + offset, 0.0, 1.0);
            float outside = x * x * x * (x * (6.0 * x - 15.0) + 10.0);
            return vec4(image.rgb * srgb_to_linear(max(1.0 - intensity * outside, 0.0)), image.a);
        }
        """)

    /// Returns the image multiplied by the factor.
    func applied(to image: CIImage) -> CIImage {
        let strength = min(max(intensity, -10), 10)
        if strength == 0 || radius == .infinity { return image }
        let half = 0.5 + min(max(falloff, 0), 1)
        return Self.kernel.apply(
            to: image, CIVector(cgPoint: center), 0.5 / (half * max(radius, 1e-3)), (half - 1) / (2 * half), strength)
    }
}
