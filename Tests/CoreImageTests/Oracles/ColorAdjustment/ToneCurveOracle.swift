import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The curve passes through its points in the documented encoding, keeps between neighbours, has no corners, and
    /// changes nothing as it is by default.
    static let toneCurve = FilterOracle("CIToneCurve", .properties) {
        try expectColors("CIToneCurve") { color in color.mapping { min(max($0, 0), 1) } }
        try expectColors("CIToneCurve", ["inputExtrapolate": true]) { $0 }
        for points in toneCurves {
            for (index, point) in points.enumerated() {
                let found = try toneCurve(points, at: [point.x])[0]
                #expect(abs(found - point.y) < 1e-3, "point \(index) of \(points)")
            }
            let places = (0...400).map { CGFloat($0) / 400 }
            let values = try toneCurve(points, at: places)
            for (place, value) in zip(places, values) {
                let after = points.firstIndex { $0.x >= place } ?? 4
                let neighbours = [points[max(after - 1, 0)].y, points[after].y]
                #expect(value >= (neighbours.min() ?? 0) - 1e-4 && value <= (neighbours.max() ?? 0) + 1e-4)
            }
            for i in 2..<values.count - 2 where points.allSatisfy({ $0.x < places[i - 2] || $0.x > places[i + 2] }) {
                let bend = values[i + 1] - 2 * values[i] + values[i - 1]
                #expect(abs(bend) < 2e-3, "a corner at \(places[i]) of \(points)")
            }
            for point in points[1..<4] {
                let around = try toneCurve(points, at: [point.x - 0.001, point.x, point.x + 0.001])
                #expect(abs(around[2] - 2 * around[1] + around[0]) < 2.5e-4, "a corner at \(point)")
            }
        }
        // Outside, the curve goes on straight, or not at all.
        let steep = toneCurves[1]
        let held = try toneCurve(steep, at: [-0.5, 1.2, 1.4])
        #expect(abs(held[0] - steep[0].y) < 1e-4 && abs(held[1] - steep[4].y) < 1e-4)
        #expect(abs(held[2] - steep[4].y) < 1e-4)
        let line = try toneCurve(steep, at: [0.999, 1, 1.2, 1.4], extrapolate: true)
        #expect(abs((line[2] - line[1]) - (line[3] - line[2])) < 1e-4)
        #expect(abs((line[2] - line[1]) / 0.2 - (line[1] - line[0]) / 0.001) < 0.03 && line[2] > line[1])
    }

    private static let toneCurves: [[CGPoint]] = [
        [(0, 0), (0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (1, 1)],
        [(0, 0.05), (0.2, 0.1), (0.5, 0.55), (0.7, 0.85), (1, 0.95)],
        [(0, 1), (0.3, 0.6), (0.5, 0.5), (0.8, 0.1), (1, 0)],
        [(0.1, 0.2), (0.3, 0.9), (0.5, 0.1), (0.7, 0.9), (0.9, 0.3)],
    ].map { $0.map { CGPoint(x: $0.0, y: $0.1) } }

    /// The curve's values at places, both as square roots of light.
    private static func toneCurve(_ points: [CGPoint], at places: [CGFloat], extrapolate: Bool = false) throws
        -> [CGFloat]
    {
        func light(_ e: CGFloat) -> Float { Float(e * abs(e)) }
        let ramp = PixelGrid(width: places.count, height: 1) { x, _ in SIMD4(SIMD3(repeating: light(places[x])), 1) }
        var parameters: [String: Any] = ["inputExtrapolate": extrapolate]
        for (index, point) in points.enumerated() { parameters["inputPoint\(index)"] = CIVector(cgPoint: point) }
        let result = try PixelGrid(
            rendering: ramp.image.applyingFilter("CIToneCurve", parameters: parameters), in: ramp.bounds)
        return places.indices.map { x in
            let value = CGFloat(result[x, 0].y)
            return value < 0 ? -(-value).squareRoot() : value.squareRoot()
        }
    }
}
