import Foundation
import Pixels

/// A map of the plane that keeps lines straight: three rows of numbers that take (x, y, 1) to (x′ · w, y′ · w, w).
///
/// Points with positive w are in front of the horizon, the line w = 0 that the map sends to infinity; those with negative w are behind
/// it. Multiplying all nine numbers by a positive number changes nothing.
struct Homography: Equatable {
    var x: SIMD3<Double>
    var y: SIMD3<Double>
    var w: SIMD3<Double>

    /// A map from its rows.
    init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) { (self.x, self.y, self.w) = (x, y, w) }

    /// An affine map.
    init(_ transform: CGAffineTransform) {
        x = SIMD3(transform.a, transform.c, transform.tx)
        y = SIMD3(transform.b, transform.d, transform.ty)
        w = SIMD3(0, 0, 1)
    }

    /// The map that takes the corners of `rect`, which has an area, to those of a convex quadrilateral. All of the rectangle is in front
    /// of the horizon.
    ///
    /// Source: Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    init(from rect: CGRect, to shape: Quadrilateral) {
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

    /// This map, and then another.
    func concatenating(_ next: Homography) -> Homography {
        func row(_ r: SIMD3<Double>) -> SIMD3<Double> { x * r.x + y * r.y + w * r.z }
        return Homography(x: row(next.x), y: row(next.y), w: row(next.w))
    }

    /// Whether there is a map back, and all numbers are finite.
    var isInvertible: Bool {
        guard determinant != 0, determinant.isFinite, let inverse else { return false }
        return [inverse.x, inverse.y, inverse.w, x, y, w].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
    }

    private var determinant: Double { (x * Self.cross(y, w)).sum() }

    /// The map back, to the same scale: a point's w there is one over its w here. Nil where the plane is squeezed to a line.
    var inverse: Homography? {
        let determinant = determinant
        guard determinant != 0 else { return nil }
        // Columns of the inverse.
        let columns = (
            Self.cross(y, w) / determinant, Self.cross(w, x) / determinant, Self.cross(x, y) / determinant
        )
        return Homography(
            x: SIMD3(columns.0.x, columns.1.x, columns.2.x), y: SIMD3(columns.0.y, columns.1.y, columns.2.y),
            w: SIMD3(columns.0.z, columns.1.z, columns.2.z))
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// The three numbers that a point goes to.
    func homogeneous(_ point: CGPoint) -> SIMD3<Double> {
        let p = SIMD3(Double(point.x), Double(point.y), 1)
        return SIMD3((x * p).sum(), (y * p).sum(), (w * p).sum())
    }

    /// Where a point goes that is not on the horizon.
    func callAsFunction(_ point: CGPoint) -> CGPoint {
        let p = homogeneous(point)
        return CGPoint(x: p.x / p.z, y: p.y / p.z)
    }

    /// The smallest rectangle around the points that those of `rect` go to; null when there are none, and infinite for an infinite one.
    ///
    /// - Parameter nearest: Only points whose w is at least this positive number count.
    func bounds(of rect: CGRect, nearest: Double) -> CGRect {
        if rect.isNull || rect.isInfinite { return rect }
        let corners = Quadrilateral(rect).corners.map(homogeneous)
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        func include(_ p: SIMD3<Double>) {
            let point = SIMD2(p.x, p.y) / p.z
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        // Lines stay lines, so that the corners of what is cut off at `nearest` bound the rest.
        for (p, q) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            if p.z >= nearest { include(p) }
            if (p.z >= nearest) != (q.z >= nearest) { include(p + (q - p) * ((nearest - p.z) / (q.z - p.z))) }
        }
        guard high.x > low.x, high.y > low.y, (high - low).sum().isFinite else { return .null }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// The nine numbers, row by row, as a filter's output.
    var vector: CIVector {
        let numbers = [x, y, w].flatMap { [CGFloat($0.x), CGFloat($0.y), CGFloat($0.z)] }
        return CIVector(values: numbers, count: numbers.count)
    }
}
