import CoreImageEssentials
import Foundation
import Pixels

/// An equilateral triangle of mirrors, and the folding of the plane by their reflections.
///
/// Points are given by their barycentric shares of the first two corners: the corners are (1, 0), (0, 1) and (0, 0),
/// the centre is (⅓, ⅓). On the lines of the mirrors and of their images, one of the three shares is an integer.
struct MirrorTriangle: Sendable {
    /// The centre.
    let center: CGPoint
    /// The vectors from the third corner to the first and to the second.
    let sides: (first: CGVector, second: CGVector)
    /// The rows of the matrix that converts an offset from the centre into shares, relative to those of the centre.
    let rows: (first: CGVector, second: CGVector)

    /// Creates a triangle whose first corner is above the centre, rotated counter-clockwise by `rotation` radians.
    init(center: CGPoint, side: CGFloat, rotation: CGFloat) {
        self.center = center
        let radius = side / CGFloat(3).squareRoot()
        let corners = (0..<3).map { number in
            let azimuth = rotation + .pi / 2 + CGFloat(number) * 2 * .pi / 3
            return CGPoint(x: radius * cos(azimuth), y: radius * sin(azimuth))
        }
        let first = CGVector(dx: corners[0].x - corners[2].x, dy: corners[0].y - corners[2].y)
        let second = CGVector(dx: corners[1].x - corners[2].x, dy: corners[1].y - corners[2].y)
        let area = first.dx * second.dy - first.dy * second.dx
        sides = (first, second)
        rows = (
            CGVector(dx: second.dy / area, dy: -second.dx / area), CGVector(dx: -first.dy / area, dy: first.dx / area)
        )
    }

    /// Returns the point of the triangle that supplies a point's colour.
    ///
    /// The mirrors generate the affine Weyl group A₂. In coordinates x, y, z whose differences x − y and y − z are the
    /// shares, the group consists of integer shifts and permutations of the three. NonexpansiveMap therefore subtracts
    /// integers and sorts.
    func folded(_ point: CGPoint) -> CGPoint {
        let offset = CGVector(dx: point.x - center.x, dy: point.y - center.y)
        let a = rows.first.dx * offset.dx + rows.first.dy * offset.dy + 1.0 / 3
        let b = rows.second.dx * offset.dx + rows.second.dy * offset.dy + 1.0 / 3
        let parts = [(2 * a + b) / 3, (b - a) / 3, -(a + 2 * b) / 3].map { $0 - $0.rounded(.down) }.sorted(by: >)
        let (high, middle, low) = (parts[0], parts[1], parts[2])
        let shares: (CGFloat, CGFloat) =
            switch (high + middle + low).rounded() {
            case 1: (middle - low, low - high + 1)
            case 2: (low - high + 1, high - middle)
            default: (high - middle, middle - low)
            }
        let (u, v) = (shares.0 - 1.0 / 3, shares.1 - 1.0 / 3)
        return CGPoint(
            x: center.x + u * sides.first.dx + v * sides.second.dx,
            y: center.y + u * sides.first.dy + v * sides.second.dy)
    }

    /// Functions for the beginning of a kernel's text: the shares of the point at an offset from the centre, and those
    /// of its folded point in the triangle.
    static let functions = """
        vec2 triangleShares(vec4 rows, vec2 offset) {
            return vec2(dot(rows.xy, offset), dot(rows.zw, offset)) + 1.0 / 3.0;
        }
        vec2 foldedShares(vec2 s) {
            vec3 e = vec3(2.0 * s.x + s.y, s.y - s.x, -s.x - 2.0 * s.y) / 3.0;
            vec3 parts = e - floor(e);
            float sum = parts.x + parts.y + parts.z;
            float high = max(max(parts.x, parts.y), parts.z);
            float low = min(min(parts.x, parts.y), parts.z);
            float middle = sum - high - low;
            vec3 gaps = vec3(high - middle, middle - low, low - high + 1.0);
            return sum < 0.5 || sum > 2.5 ? gaps.xy : sum < 1.5 ? gaps.yz : gaps.zx;
        }

        """

    /// The rows as a kernel's argument.
    var rowsVector: CIVector {
        CIVector(x: rows.first.dx, y: rows.first.dy, z: rows.second.dx, w: rows.second.dy)
    }

    /// The sides as a kernel's argument.
    var sidesVector: CIVector {
        CIVector(x: sides.first.dx, y: sides.first.dy, z: sides.second.dx, w: sides.second.dy)
    }

    /// The map for regions of interest.
    var folding: NonexpansiveMap {
        let third = CGPoint(
            x: center.x - (sides.first.dx + sides.second.dx) / 3, y: center.y - (sides.first.dy + sides.second.dy) / 3)
        let xs = [third.x, third.x + sides.first.dx, third.x + sides.second.dx]
        let ys = [third.y, third.y + sides.first.dy, third.y + sides.second.dy]
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 0)
        let bounds = CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
        let margin = 1.0 / 16 + max(abs(left), abs(right), abs(bottom), abs(top)) * 1e-6
        return NonexpansiveMap(target: bounds.insetBy(dx: -margin, dy: -margin)) { folded($0) }
    }
}
