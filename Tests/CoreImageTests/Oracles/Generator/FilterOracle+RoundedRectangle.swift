import CoreImage
import Foundation

extension FilterOracle {
    /// Settings of rectangles with round corners: aligned to pixels and not, pills, discs, smooth corners, and radii
    /// that are too large.
    static func roundedRectangleSettings(_ more: [String: Any] = [:]) -> [[String: Any]] {
        let shapes: [(CGRect, Double, Double)] = [
            (CGRect(x: 0, y: 0, width: 30, height: 20), 7.0, 0.0),
            (CGRect(x: -3.25, y: 2.5, width: 25, height: 21), 4.5, 0),
            (CGRect(x: 2, y: -5, width: 20, height: 12), 0, 0.5), (CGRect(x: -4, y: 1, width: 28, height: 10), 40, 1),
            (CGRect(x: 1, y: -2, width: 24, height: 26), 7, 1), (CGRect(x: 1, y: -2, width: 24, height: 26), 9, 0.4),
        ]
        return shapes.map { extent, radius, smoothness in
            [
                kCIInputExtentKey: extent, kCIInputRadiusKey: radius, "inputSmoothness": smoothness,
                kCIInputColorKey: CIColor(red: 1, green: 0.4, blue: 0.2, alpha: 0.8),
            ].merging(more) { $1 }
        }
    }

    /// Returns the distance from a point to the outline, negative inside. Corners are searched for the nearest point of
    /// their curve.
    static func outlineDistance(_ setting: [String: Any], _ point: CGPoint) -> Double {
        guard let rect = setting[kCIInputExtentKey] as? CGRect else { return .nan }
        let longest = min(rect.width, rect.height) / 2
        let radius = min(setting.number(kCIInputRadiusKey), longest)
        let reach = min(radius * (1 + 0.53 * setting.number("inputSmoothness")), longest)
        let (x, y) = (abs(point.x - rect.midX) - rect.width / 2, abs(point.y - rect.midY) - rect.height / 2)
        guard reach > 0, x > -reach, y > -reach else { return max(x, y) }
        if reach == radius { return hypot(x + reach, y + reach) - reach }
        // The smooth curve passes through the middle of the circular corner's arc.
        let middle = 1 - (1 - 0.5.squareRoot()) * radius / reach
        let exponent = log(0.5) / log(middle)
        let (u, v) = ((x + reach) / reach, (y + reach) / reach)
        func distance(_ angle: Double) -> Double {
            hypot(u - pow(cos(angle), 2 / exponent), v - pow(sin(angle), 2 / exponent))
        }
        let (step, right) = (Double.pi / 80, Double.pi / 2)
        let nearest = (0...40).map { Double($0) * step }.min { distance($0) < distance($1) } ?? 0
        var (low, high) = (max(nearest - step, 0), min(nearest + step, right))
        for _ in 0..<40 {
            let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
            if distance(left) < distance(right) { high = right } else { low = left }
        }
        return distance(low) * reach * (pow(u, exponent) + pow(v, exponent) < 1 ? -1 : 1)
    }

    /// Returns the coverage of a pixel at a distance from an edge, as the corners of a published render show it.
    static func covered(_ distance: Double) -> Double { min(max(1.5 * (0.5 - distance), 0), 1) }
}
