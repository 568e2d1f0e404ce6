import CoreImageEssentials
import Foundation

/// A rectangle with round corners, in the form of kernel arguments.
///
/// Smoothness 0 gives circular corners. With more smoothness, up to 1, the curve begins earlier, at up to 1.53 radii
/// from the corner, and bends gradually: it is the superellipse `xⁿ + yⁿ = 1` that starts there and goes through the
/// middle of the circular arc, with n = 3.3 at smoothness 1. A corner takes at most half of the shorter side. Core
/// Image's own curve isn't published; 1.53 is the known value for Apple's rounded icons.
struct RoundedRectangleOutline {
    /// Left, lower, right and upper edge.
    let edges: CIVector
    /// Radius of the circular corners that the curves are made from, in pixels.
    let radius: CGFloat
    /// Where the corners' curves begin, in pixels from the corner.
    let reach: CGFloat
    /// The superellipse's exponent.
    let exponent: CGFloat

    /// Creates the outline of `rect` with corners of `radius` pixels and a smoothness from 0 to 1.
    init(_ rect: CGRect, radius: Float, smoothness: Float) {
        edges = CIVector(x: rect.minX, y: rect.minY, z: rect.maxX, w: rect.maxY)
        let longest = min(rect.width, rect.height) / 2
        let radius = min(max(CGFloat(radius.finite(or: 0)), 0), longest)
        self.radius = radius
        reach = min(radius * (1 + 0.53 * CGFloat(min(max(smoothness.finite(or: 0), 0), 1))), longest)
        // The middle of the circular arc is (1 − √½) radii away from both sides.
        let nearest = reach > radius ? (1 - 0.5.squareRoot()) * radius / reach : 0
        exponent = nearest > 0 ? -1 / log2(1 - nearest) : 2
    }

    /// Kernel functions: `outlineDistance`, the distance of a point to the outline in pixels, negative inside, and
    /// `covered`, the coverage of a pixel at a distance. The distance to a superellipse is approximated by that to its
    /// tangent.
    static let function = """
        float outlineDistance(vec4 edges, float reach, float exponent) {
            vec2 p = destCoord();
            vec2 beyond = max(edges.xy - p, p - edges.zw);
            vec2 inCorner = beyond + reach;
            float near = min(inCorner.x, inCorner.y);
            if (near <= 0.0) { return max(beyond.x, beyond.y); }
            if (exponent == 2.0) { return length(inCorner) - reach; }
            float far = max(inCorner.x, inCorner.y);
            float ratio = near / far;
            float share = pow(ratio, exponent);
            float norm = pow(1.0 + share, 1.0 / exponent);
            float slope = sqrt(1.0 + share * share / (ratio * ratio)) * norm / (1.0 + share);
            return (far * norm - reach) / slope;
        }
        float covered(float distance) { return clamp(0.75 - 1.5 * distance, 0.0, 1.0); }

        """

    private static let fill = CIColorKernel(
        function + """
            kernel vec4 roundedRectangle(vec4 edges, float reach, float exponent, __color color) {
                return color * covered(outlineDistance(edges, reach, exponent));
            }
            """)

    /// Returns the rectangle filled with a colour: an empty image if it has no drawable area, the colour everywhere if
    /// it is infinite.
    static func filled(_ rect: CGRect, radius: Float, smoothness: Float, color: CIColor) -> CIImage {
        if rect.isInfinite { return CIImage(color: color) }
        guard rect.hasDrawableArea else { return .empty() }
        let outline = RoundedRectangleOutline(rect, radius: radius, smoothness: smoothness)
        return fill.apply(extent: rect, outline.edges, outline.reach, outline.exponent, color)
    }
}

extension CGRect {
    /// Whether a picture can be drawn in the rectangle: it has a finite place and is neither null nor empty.
    var hasDrawableArea: Bool { !isNull && !isEmpty && [minX, minY, maxX, maxY].allSatisfy(\.isFinite) }
}
