import Foundation
import Pixels

/// Four corners in working space.
struct Quadrilateral {
    var topLeft: CGPoint
    var topRight: CGPoint
    var bottomRight: CGPoint
    var bottomLeft: CGPoint

    /// Keys of the inputs that filters take the corners from, in the order of `corners`.
    static let keys = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]

    /// Clockwise from the top left.
    var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// Coordinates are numbers below this: beyond, a float has no pixels any more.
    static let limit: CGFloat = 0x1p30

    /// What is wrong with the corners for a filter that needs a convex shape; nil when nothing is.
    ///
    /// Mirrored and turned shapes are convex too. Corners on a line, or closer to it than a millionth of the longest side, are not.
    func problem(filter: String) -> CIFilterError? {
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

    /// What is wrong with the corners as numbers; nil when nothing is.
    func problemOfNumbers(filter: String) -> CIFilterError? {
        for (key, corner) in zip(Self.keys, corners) where !(abs(corner.x) < Self.limit && abs(corner.y) < Self.limit) {
            return .badValue(filter: filter, key: key, reason: "a corner's coordinates are numbers below 2³⁰")
        }
        return nil
    }

    /// Twice the area of the triangle of a corner and its neighbours, positive where the way round turns left.
    private func turn(at index: Int) -> CGFloat {
        let (before, here, after) = (corners[(index + 3) % 4], corners[index], corners[(index + 1) % 4])
        return (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x)
    }

    private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(b.x - a.x, b.y - a.y) }

    /// Length of the longer of the upper and the lower side.
    var width: CGFloat { max(distance(topLeft, topRight), distance(bottomLeft, bottomRight)) }

    /// The smallest upright rectangle around the corners.
    var bounds: CGRect {
        let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
        return CGRect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
    }

    /// Length of the longer of the left and the right side.
    var height: CGFloat { max(distance(topLeft, bottomLeft), distance(topRight, bottomRight)) }
}

extension Quadrilateral {
    /// A rectangle's corners.
    init(_ rect: CGRect) {
        self.init(
            topLeft: CGPoint(x: rect.minX, y: rect.maxY), topRight: CGPoint(x: rect.maxX, y: rect.maxY),
            bottomRight: CGPoint(x: rect.maxX, y: rect.minY), bottomLeft: CGPoint(x: rect.minX, y: rect.minY))
    }
}
