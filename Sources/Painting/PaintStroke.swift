import Foundation

/// A stroke of the brush.
struct PaintStroke: Decodable, Sendable {
    /// The colour of the brush. Nil for black.
    var color: PaintColor?
    /// The radius of the brush in pixels, at which its colour has faded completely. 25 by default.
    var radius: Double
    /// The points of the stroke in pixels, from the lower left corner.
    var points: [CGPoint]
    /// The distance between dabs along the line between two points, in pixels. With 0 there are dabs only at the
    /// points.
    var spacing: Double

    private enum CodingKeys: String, CodingKey, CaseIterable { case color, radius, points, spacing }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.rawValue))
        let values = try decoder.container(keyedBy: CodingKeys.self)
        color = try values.decodeIfPresent(PaintColor.self, forKey: .color)
        radius = try values.decodeIfPresent(Double.self, forKey: .radius) ?? 25
        guard radius > 0, radius <= 10_000 else {
            throw DecodingError.dataCorruptedError(
                forKey: .radius, in: values, debugDescription: "a radius is more than 0 and at most 10000 pixels")
        }
        spacing = try values.decodeIfPresent(Double.self, forKey: .spacing) ?? radius / 4
        guard spacing == 0 || spacing >= 0.1, spacing.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .spacing, in: values, debugDescription: "a spacing is 0, or at least 0.1 pixels")
        }
        points = try values.decode([[Double]].self, forKey: .points).map { pair in
            guard pair.count == 2, pair.allSatisfy({ abs($0) <= 1_000_000 }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .points, in: values, debugDescription: "a point is two numbers, x and y, within a million")
            }
            return CGPoint(x: pair[0], y: pair[1])
        }
    }

    /// Calls `touch` with the position of each dab, in order. No array is built, because it might not fit into memory.
    ///
    /// A point that equals the previous one adds no dab.
    func forEachDab(_ touch: (CGPoint) throws -> Void) rethrows {
        guard var last = points.first else { return }
        try touch(last)
        for point in points.dropFirst() where point != last {
            let length = hypot(point.x - last.x, point.y - last.y)
            let count = spacing == 0 ? 1 : max(1, Int((length / spacing).rounded(.up)))
            for step in 1...count {
                let t = CGFloat(step) / CGFloat(count)
                try touch(CGPoint(x: last.x + (point.x - last.x) * t, y: last.y + (point.y - last.y) * t))
            }
            last = point
        }
    }
}
