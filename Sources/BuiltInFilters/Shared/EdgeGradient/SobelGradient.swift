import CoreImageEssentials
import Foundation

/// Kernel functions for Sobel's differences between a pixel's neighbours, for the head of a kernel's text.
///
/// Both differences are normalised: a horizontal or vertical step of 1 gives 1. Clamp the image to its extent first, so
/// that its border isn't an edge. A kernel reads one pixel around the written one.
enum SobelGradient {
    /// Number of pixels that kernels read beyond the pixels they write.
    static let reach: CGFloat = 1

    /// `near(image, offset)` is the pixel at an offset. `across(image)` is positive where the image grows to the right,
    /// `upwards(image)` where it grows upwards. `steepest(x, y)` is the longest of three components' gradients.
    static let functions = """
        vec4 near(sampler image, vec2 offset) { return sample(image, samplerTransform(image, destCoord() + offset)); }
        vec4 across(sampler image) {
            return (near(image, vec2(1.0, -1.0)) - near(image, vec2(-1.0, -1.0))
                + 2.0 * (near(image, vec2(1.0, 0.0)) - near(image, vec2(-1.0, 0.0)))
                + near(image, vec2(1.0, 1.0)) - near(image, vec2(-1.0, 1.0))) * 0.25;
        }
        vec4 upwards(sampler image) {
            return (near(image, vec2(-1.0, 1.0)) - near(image, vec2(-1.0, -1.0))
                + 2.0 * (near(image, vec2(0.0, 1.0)) - near(image, vec2(0.0, -1.0)))
                + near(image, vec2(1.0, 1.0)) - near(image, vec2(1.0, -1.0))) * 0.25;
        }
        vec2 steepest(vec3 x, vec3 y) {
            vec3 steepness = x * x + y * y;
            vec3 longest = vec3(x.g, y.g, steepness.g);
            longest = steepness.r > longest.z ? vec3(x.r, y.r, steepness.r) : longest;
            return steepness.b > longest.z ? vec2(x.b, y.b) : longest.xy;
        }

        """
}
