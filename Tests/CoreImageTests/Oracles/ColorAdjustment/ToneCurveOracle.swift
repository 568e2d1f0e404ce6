import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// The natural cubic spline over sRGB values, as pictures of Core Image show it, from a dense solution of its
    /// equations. Outside the outermost points it is constant, or a straight line if extrapolated.
    static let toneCurve = FilterOracle("CIToneCurve", .published) {
        try expectColors("CIToneCurve") { color in color.mapping { min(max($0, 0), 1) } }
        try expectColors("CIToneCurve", ["inputExtrapolate": true]) { $0 }
        let places = (0...480).map { CGFloat($0) / 400 - 0.1 }
        for points in toneCurves {
            for extrapolate in [false, true] {
                let found = try toneCurve(points, at: places, extrapolate: extrapolate)
                for (place, value) in zip(places, found) {
                    let wanted = naturalSpline(points, at: place, extrapolate: extrapolate)
                    guard abs(value - wanted) > 1e-3 else { continue }
                    Issue.record("\(value) at \(place) of \(points), expected \(wanted)")
                    return
                }
            }
        }
    }

    /// Returns a value of the spline. Four cubics have sixteen equations: values at both ends, equal slopes and second
    /// derivatives where two meet, and no second derivative at the outermost points.
    private static func naturalSpline(_ points: [CGPoint], at place: CGFloat, extrapolate: Bool) -> CGFloat {
        func row(_ piece: Int, _ powers: [Double], _ value: Double, minus other: Bool = false) -> [Double] {
            var row = [Double](repeating: 0, count: 17)
            for i in 0..<4 {
                row[4 * piece + i] = powers[i]
                if other { row[4 * piece + 4 + i] = -powers[i] }
            }
            row[16] = value
            return row
        }
        func bend(_ x: Double) -> [Double] { [0, 0, 2, 6 * x] }
        func slope(_ x: Double) -> [Double] { [0, 1, 2 * x, 3 * x * x] }
        func powers(_ x: Double) -> [Double] { [1, x, x * x, x * x * x] }
        var equations = [row(0, bend(points[0].x), 0), row(3, bend(points[4].x), 0)]
        for piece in 0..<4 {
            equations.append(row(piece, powers(points[piece].x), points[piece].y))
            equations.append(row(piece, powers(points[piece + 1].x), points[piece + 1].y))
            if piece == 3 { continue }
            equations.append(row(piece, slope(points[piece + 1].x), 0, minus: true))
            equations.append(row(piece, bend(points[piece + 1].x), 0, minus: true))
        }
        let factors = solution(of: equations)
        let held = min(max(place, points[0].x), points[4].x)
        let piece = max((points.lastIndex { $0.x <= held } ?? 0) - (held == points[4].x ? 1 : 0), 0)
        func value(_ powers: [Double]) -> Double {
            (0..<4).reduce(0) { $0 + powers[$1] * factors[4 * piece + $1] }
        }
        return value(powers(held)) + (extrapolate ? (place - held) * value(slope(held)) : 0)
    }

    private static let toneCurves: [[CGPoint]] = [
        [(0, 0), (0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (1, 1)],
        [(0, 0.05), (0.2, 0.1), (0.5, 0.55), (0.7, 0.85), (1, 0.95)],
        [(0, 1), (0.3, 0.6), (0.5, 0.5), (0.8, 0.1), (1, 0)],
        [(0.1, 0.2), (0.3, 0.9), (0.5, 0.1), (0.7, 0.9), (0.9, 0.3)],
        [(0, 0), (0.1, 0.5), (0.3, 0.15), (0.6, 0.6), (1.1, 1)],
    ].map { $0.map { CGPoint(x: $0.0, y: $0.1) } }

    /// Returns the filter's values on a ramp. Places and values are sRGB.
    private static func toneCurve(_ points: [CGPoint], at places: [CGFloat], extrapolate: Bool = false) throws
        -> [CGFloat]
    {
        func light(_ e: CGFloat) -> Float { Float(SRGBFormula.decoded(e)) }
        let ramp = PixelGrid(width: places.count, height: 1) { x, _ in SIMD4(SIMD3(repeating: light(places[x])), 1) }
        var parameters: [String: Any] = ["inputExtrapolate": extrapolate]
        for (index, point) in points.enumerated() { parameters["inputPoint\(index)"] = CIVector(cgPoint: point) }
        let result = try PixelGrid(
            rendering: ramp.image.applyingFilter("CIToneCurve", parameters: parameters), in: ramp.bounds)
        return places.indices.map { x in
            CGFloat(SRGBFormula.encoded(Double(result[x, 0].y)))
        }
    }
}
