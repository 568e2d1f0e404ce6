import CoreImageEssentials
import Foundation

/// A step of the mapping from a point of the plane to the point of the tile that it shows.
///
/// Coordinates are those of a cell, in which the tile's side is 1.
enum WallpaperStep: Sendable {
    /// Moves points by multiples of a rectangle's width and height, into the rectangle.
    case repetition(CGRect)
    /// Moves points into the hexagon around the origin, in a honeycomb of hexagons whose sides are 1 and which have a
    /// corner on the right.
    case honeycomb
    /// Reflects the points on one side of a line through the origin. The normal, of length 1, points to the side that
    /// stays.
    case mirror(normal: CGPoint)
    /// Rotates the points that a mirror would reflect, about the origin.
    case turn(normal: CGPoint, cosine: CGFloat, sine: CGFloat)

    /// The step's statements for the vector `q` in the kernel language.
    var text: String {
        switch self {
        case .repetition(let tile):
            let inverse = Self.text(1 / tile.width, 1 / tile.height)
            let start = Self.text(-tile.minX / tile.width, -tile.minY / tile.height)
            return "q -= \(Self.text(tile.width, tile.height)) * floor(q * \(inverse) + \(start));"
        case .honeycomb:
            // The hexagons' centres are the corners and middles of rectangles that contain two hexagons each.
            let (size, half) = (Self.text(3, CGFloat(3).squareRoot()), Self.text(1.5, CGFloat(0.75).squareRoot()))
            let inverse = Self.text(1 / 3, 1 / CGFloat(3).squareRoot())
            return """
                vec2 near = q - \(size) * floor(q * \(inverse) + 0.5);
                vec2 other = q - \(half);
                other -= \(size) * floor(other * \(inverse) + 0.5);
                q = dot(near, near) < dot(other, other) ? near : other;
                """
        case .mirror(normal: CGPoint(x: 1, y: 0)): return "q = vec2(abs(q.x), q.y);"
        case .mirror(normal: CGPoint(x: 0, y: 1)): return "q = vec2(q.x, abs(q.y));"
        case .mirror(let normal):
            let normal = Self.text(normal.x, normal.y)
            return "q -= 2.0 * min(dot(q, \(normal)), 0.0) * \(normal);"
        case .turn(let normal, let cosine, let sine):
            let (x, y) = (Self.text(cosine, -sine), Self.text(sine, cosine))
            return "q = dot(q, \(Self.text(normal.x, normal.y))) < 0.0 ? vec2(dot(q, \(x)), dot(q, \(y))) : q;"
        }
    }

    /// Returns the motion that the step applies at a point.
    func map(at q: CGPoint) -> CGAffineTransform {
        switch self {
        case .repetition(let tile):
            return CGAffineTransform(
                translationX: -tile.width * ((q.x - tile.minX) / tile.width).rounded(.down),
                y: -tile.height * ((q.y - tile.minY) / tile.height).rounded(.down))
        case .honeycomb:
            let (width, height) = (CGFloat(3), CGFloat(3).squareRoot())
            let moves = [0, 0.5].map { part in
                CGAffineTransform(
                    translationX: -width * ((q.x / width - part + 0.5).rounded(.down) + part),
                    y: -height * ((q.y / height - part + 0.5).rounded(.down) + part))
            }
            let distances = moves.map { move in hypot(q.applying(move).x, q.applying(move).y) }
            return distances[0] < distances[1] ? moves[0] : moves[1]
        case .mirror(let normal):
            if q.x * normal.x + q.y * normal.y >= 0 { return .identity }
            return CGAffineTransform(
                a: 1 - 2 * normal.x * normal.x, b: -2 * normal.x * normal.y, c: -2 * normal.x * normal.y,
                d: 1 - 2 * normal.y * normal.y, tx: 0, ty: 0)
        case .turn(let normal, let cosine, let sine):
            if q.x * normal.x + q.y * normal.y >= 0 { return .identity }
            return CGAffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
        }
    }

    private static func text(_ x: CGFloat, _ y: CGFloat) -> String { "vec2(\(Double(x)), \(Double(y)))" }
}
