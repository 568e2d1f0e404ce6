import Foundation
import Pixels

/// A projective map of the plane: three rows of numbers that map (x, y, 1) to (x′ · w, y′ · w, w).
///
/// The horizon is the line w = 0, which is mapped to infinity. Points with positive w are in front of it, those with
/// negative w behind it. Multiplying all nine numbers by the same positive number doesn't change the map.
package struct Homography: Equatable {
    package var x: SIMD3<Double>
    package var y: SIMD3<Double>
    package var w: SIMD3<Double>

    /// Creates a map from its rows.
    package init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) { (self.x, self.y, self.w) = (x, y, w) }

    /// Creates an affine map.
    package init(_ transform: CGAffineTransform) {
        x = SIMD3(transform.a, transform.c, transform.tx)
        y = SIMD3(transform.b, transform.d, transform.ty)
        w = SIMD3(0, 0, 1)
    }

    /// Creates the map from the corners of `rect`, which must not be empty, to those of a convex quadrilateral. The
    /// whole rectangle is in front of the horizon.
    ///
    /// Source: Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    package init(from rect: CGRect, to shape: Quadrilateral) {
        let (p0, p1, p2, p3) = (shape.bottomLeft, shape.bottomRight, shape.topRight, shape.topLeft)
        let (dx1, dy1, dx2, dy2) = (p1.x - p2.x, p1.y - p2.y, p3.x - p2.x, p3.y - p2.y)
        let (sx, sy) = (p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y)
        let area = dx1 * dy2 - dx2 * dy1
        let (g, h) = ((sx * dy2 - dx2 * sy) / area, (dx1 * sy - sx * dy1) / area)
        let fromUnitSquare = Homography(
            x: SIMD3(p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x),
            y: SIMD3(p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y), w: SIMD3(g, h, 1))
        let toUnitSquare = CGAffineTransform(translationX: -rect.minX, y: -rect.minY)
            .concatenating(CGAffineTransform(scaleX: 1 / rect.width, y: 1 / rect.height))
        self = Homography(toUnitSquare).concatenating(fromUnitSquare)
    }

    /// Returns the composition of this map followed by another.
    package func concatenating(_ next: Homography) -> Homography {
        func row(_ r: SIMD3<Double>) -> SIMD3<Double> { x * r.x + y * r.y + w * r.z }
        return Homography(x: row(next.x), y: row(next.y), w: row(next.w))
    }

    /// Whether the map has an inverse, and all numbers are finite.
    package var isInvertible: Bool {
        guard determinant != 0, determinant.isFinite, let inverse else { return false }
        return [inverse.x, inverse.y, inverse.w, x, y, w].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
    }

    private var determinant: Double { (x * Self.cross(y, w)).sum() }

    /// The inverse, scaled so that a mapped point's w under it is 1 divided by the point's w under this map. Nil if the
    /// map is singular.
    package var inverse: Homography? {
        let determinant = determinant
        guard determinant != 0 else { return nil }
        // The columns of the inverse.
        let columns = (
            Self.cross(y, w) / determinant, Self.cross(w, x) / determinant, Self.cross(x, y) / determinant
        )
        return Homography(
            x: SIMD3(columns.0.x, columns.1.x, columns.2.x), y: SIMD3(columns.0.y, columns.1.y, columns.2.y),
            w: SIMD3(columns.0.z, columns.1.z, columns.2.z))
    }

    /// Returns the cross product of two vectors.
    package static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// Returns the homogeneous coordinates of a point's image.
    package func homogeneous(_ point: CGPoint) -> SIMD3<Double> {
        let p = SIMD3(Double(point.x), Double(point.y), 1)
        return SIMD3((x * p).sum(), (y * p).sum(), (w * p).sum())
    }

    /// Returns the image of a point that isn't on the horizon.
    package func callAsFunction(_ point: CGPoint) -> CGPoint {
        let p = homogeneous(point)
        return CGPoint(x: p.x / p.z, y: p.y / p.z)
    }

    /// Returns the smallest rectangle that contains the images of the points of `rect`; null if there are none, and
    /// infinite for an infinite rectangle.
    ///
    /// - Parameter nearest: A positive number. Points with a smaller w are ignored.
    package func bounds(of rect: CGRect, nearest: Double) -> CGRect {
        if rect.isNull || rect.isInfinite { return rect }
        let corners = Quadrilateral(rect).corners.map(homogeneous)
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        func include(_ p: SIMD3<Double>) {
            let point = SIMD2(p.x, p.y) / p.z
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        // Lines are mapped to lines, so the corners of the rectangle clipped at `nearest` determine the bounds.
        for (p, q) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            if p.z >= nearest { include(p) }
            if (p.z >= nearest) != (q.z >= nearest) { include(p + (q - p) * ((nearest - p.z) / (q.z - p.z))) }
        }
        guard high.x > low.x, high.y > low.y, (high - low).sum().isFinite else { return .null }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// The nine numbers, row by row, for a filter's output.
    package var vector: CIVector {
        let numbers = [x, y, w].flatMap { [CGFloat($0.x), CGFloat($0.y), CGFloat($0.z)] }
        return CIVector(values: numbers, count: numbers.count)
    }
}
