import CoreImageEssentials
import Foundation

/// A half-round glass rod that lies with its flat side on the image, seen from above. Ring-shaped and capsule-shaped
/// lenses have this cross section.
///
/// With the rod's radius as the unit, a ray that comes down at distance x from the rod's axis meets the surface at the
/// height √(1 − x²), with the angle of incidence i = asin x. Snell's law refracts it to the angle r = asin(x / n) from
/// the normal, so that it meets the image at `x − √(1 − x²) · tan(i − r)`. Near the axis the image is magnified by the
/// index n; at the rim it isn't displaced. An index of 1 has no effect. Below 1, rays beyond the limit of Snell's law
/// have r = 90°.
struct LensSurface {
    /// The refractive index of the glass, between 1/16 and 1000.
    let index: CGFloat

    /// Clamps a filter's input; values that aren't finite become 1.
    init(refraction: Float) { index = CGFloat(min(max(refraction.finite(or: 1), 1.0 / 16), 1000)) }

    /// Whether the lens has no effect.
    var isFlat: Bool { index == 1 }

    /// The function `refracted` for kernels: the position on the image of the ray at x ≥ 0.
    static let kernelSource = """
        float refracted(float x, float index) {
            float sine = min(x, 1.0);
            float bent = min(sine / index, 1.0);
            float height = sqrt(1.0 - sine * sine);
            float cosine = sqrt(1.0 - bent * bent);
            return x - height * (sine * cosine - height * bent) / max(height * cosine + sine * bent, 0.000001);
        }
        """

    /// Returns the position on the image of the ray at x ≥ 0. It increases with x for an index of at least 1.
    func refracted(_ x: CGFloat) -> CGFloat {
        if x >= 1 { return x }
        let bent = min(x / index, 1)
        let (height, cosine) = ((1 - x * x).squareRoot(), (1 - bent * bent).squareRoot())
        return x - height * (x * cosine - height * bent) / max(height * cosine + x * bent, 1e-6)
    }

    /// The maximum distance from the axis that is visible. For an index n below 1 it is that of the ray at x = n, where
    /// total reflection begins.
    var farthest: CGFloat { max(1, 1 / index) }

    /// The maximum displacement of a ray.
    var displacement: CGFloat { index < 1 ? 1 + farthest : 1 }
}
