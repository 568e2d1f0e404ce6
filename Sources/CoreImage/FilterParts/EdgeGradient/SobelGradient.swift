import Foundation

/// Sobel's differences between a pixel's neighbours, as kernel functions that several filters begin their kernels with.
///
/// Both are normalised: a straight step of 1 gives 1. The image should be clamped, so that its border isn't an edge. A kernel reads one pixel
/// around its own.
enum SobelGradient {
    /// What kernels read beyond the pixels they write.
    static let reach: CGFloat = 1

    /// `near(image, offset)`, the pixel at a distance; `across(image)`, positive where the image grows to the right; `upwards(image)`, positive where it
    /// grows upwards; and `steepest(x, y)`, the longest of three components' gradients.
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
