import CoreImage
import Testing

/// A glow to paint into an eye of a portrait, as a camera's flash would cause it.
struct PaintedGlow {
    var center: CGPoint
    var radius: Double
    /// In sRGB.
    var color: SIMD3<Double>
    var hasCatchlight = true

    /// Brightest in the middle, with a soft border, and a small catch-light off the middle.
    private static let kernel = CIColorKernel(
        """
        kernel vec4 painted(__sample image, vec2 middle, float radius, vec3 glow, float light) {
            float d = distance(destCoord(), middle);
            vec3 lit = glow * (1.0 - 0.3 * min(d * d / (radius * radius), 1.0));
            vec3 c = mix(image.rgb, lit, 0.95 * clamp(radius - d + 0.5, 0.0, 1.0));
            float spot = distance(destCoord(), middle + vec2(-0.3, 0.3) * radius);
            c = mix(c, vec3(0.95), light * clamp(0.28 * radius - spot + 0.5, 0.0, 1.0));
            return vec4(c, image.a);
        }
        """)

    func painted(on image: CIImage) -> CIImage {
        let glow = CIVector(
            x: CGFloat(linearFromSRGB(color.x)), y: CGFloat(linearFromSRGB(color.y)),
            z: CGFloat(linearFromSRGB(color.z)))
        return Self.kernel.apply(to: image, CIVector(cgPoint: center), radius, glow, hasCatchlight ? 1 : 0)
    }
}
