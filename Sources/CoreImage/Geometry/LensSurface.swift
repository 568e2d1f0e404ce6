import Foundation

/// A half round rod of glass that lies on the image with its flat side, seen from above; rings and capsules of it are lenses.
///
/// With the rod's radius as the unit, a ray that comes down at distance x from the rod's axis meets the surface at the height √(1 − x²), under the
/// angle of incidence i = asin x. Snell's law bends it to r = asin(x / n) from the normal, so that it meets the image at
/// `x − √(1 − x²) · tan(i − r)`: near the axis the image is magnified by the index n, at the rim it is not moved. An index of 1 changes nothing;
/// below 1, rays that Snell's law has no angle for graze the surface, r = 90°.
struct LensSurface {
    /// Refractive index of the glass, between 1/16 and 1000.
    let index: CGFloat

    /// The index from an input; ones that aren't finite count as 1.
    init(refraction: Float) { index = CGFloat(min(max(refraction.finite(or: 1), 1.0 / 16), 1000)) }

    /// Whether it bends no ray.
    var isFlat: Bool { index == 1 }

    /// The function `refracted` for kernels: the place on the image of the ray at x ≥ 0.
    static let kernelSource = """
        float refracted(float x, float index) {
            float sine = min(x, 1.0);
            float bent = min(sine / index, 1.0);
            float height = sqrt(1.0 - sine * sine);
            float cosine = sqrt(1.0 - bent * bent);
            return x - height * (sine * cosine - height * bent) / max(height * cosine + sine * bent, 0.000001);
        }
        """

    /// The place on the image of the ray at x ≥ 0. It rises with x for an index of at least 1.
    func refracted(_ x: CGFloat) -> CGFloat {
        if x >= 1 { return x }
        let bent = min(x / index, 1)
        let (height, cosine) = ((1 - x * x).squareRoot(), (1 - bent * bent).squareRoot())
        return x - height * (x * cosine - height * bent) / max(height * cosine + x * bent, 1e-6)
    }

    /// The largest distance from the axis that is seen: that of the ray at x = n below 1, where total reflection begins.
    var farthest: CGFloat { max(1, 1 / index) }

    /// How far a ray is moved at most.
    var displacement: CGFloat { index < 1 ? 1 + farthest : 1 }
}
