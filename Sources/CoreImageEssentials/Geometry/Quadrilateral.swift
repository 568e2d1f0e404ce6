import Foundation
import Pixels

/// Four corners in working-space coordinates (pixels, y upwards).
package struct Quadrilateral {
    package var topLeft: CGPoint
    package var topRight: CGPoint
    package var bottomRight: CGPoint
    package var bottomLeft: CGPoint

    package init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The keys of the filter inputs for the corners, in the order of `corners`.
    package static let keys = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]

    /// The corners, clockwise from the top left.
    package var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The limit of the magnitude of coordinates. Above it, floats can't distinguish pixels.
    package static let limit: CGFloat = 0x1p30

    /// Returns an error if the corners don't form a convex quadrilateral, otherwise nil.
    ///
    /// Mirrored and rotated quadrilaterals are convex too. Three corners on a line, or within about a millionth of the
    /// longest side of one, are an error.
    package func problem(filter: String) -> CIFilterError? {
        if let error = problemOfNumbers(filter: filter) { return error }
        let turns = (0..<4).map { turn(at: $0) }
        let longest = (0..<4).map { distance(corners[$0], corners[($0 + 1) % 4]) }.max() ?? 0
        let least = longest * longest * 1e-6
        if turns.allSatisfy({ $0 > least }) || turns.allSatisfy({ $0 < -least }) { return nil }
        return .badValue(
            filter: filter, key: Self.keys[0],
            reason:
                "with \(Self.keys.dropFirst().joined(separator: ", ")) it must be a corner of a convex quadrilateral")
    }

    /// Returns an error if a coordinate isn't a number within the limit, otherwise nil.
    package func problemOfNumbers(filter: String) -> CIFilterError? {
        for (key, corner) in zip(Self.keys, corners) where !(abs(corner.x) < Self.limit && abs(corner.y) < Self.limit) {
            return .badValue(filter: filter, key: key, reason: "a corner's coordinates are numbers below 2³⁰")
        }
        return nil
    }

    /// Returns twice the signed area of the triangle of a corner and its neighbours, positive if the corner turns left.
    private func turn(at index: Int) -> CGFloat {
        let (before, here, after) = (corners[(index + 3) % 4], corners[index], corners[(index + 1) % 4])
        return (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x)
    }

    private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(b.x - a.x, b.y - a.y) }

    /// The length of the longer of the upper and the lower side.
    package var width: CGFloat { max(distance(topLeft, topRight), distance(bottomLeft, bottomRight)) }

    /// The axis-aligned bounding rectangle of the corners.
    package var bounds: CGRect {
        let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
        return CGRect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
    }

    /// The length of the longer of the left and the right side.
    package var height: CGFloat { max(distance(topLeft, bottomLeft), distance(topRight, bottomRight)) }
}

extension Quadrilateral {
    /// Creates a quadrilateral with a rectangle's corners.
    package init(_ rect: CGRect) {
        self.init(
            topLeft: CGPoint(x: rect.minX, y: rect.maxY), topRight: CGPoint(x: rect.maxX, y: rect.maxY),
            bottomRight: CGPoint(x: rect.maxX, y: rect.minY), bottomLeft: CGPoint(x: rect.minX, y: rect.minY))
    }
}
