import CoreImageEssentials
import Foundation

/// Converts colours seen under one light to those that look alike under another, by von Kries's method: each cone
/// response is multiplied by the ratio of the second light's response to the first light's.
///
/// Cone responses are Bradford's (Lam, 1985; the linear form that ICC profiles use).
package struct ChromaticAdaptation {
    /// Rows of the matrix, which applies to linear sRGB colours.
    package let rows: [SIMD3<Double>]

    /// Creates the adaptation from one light to another. For lights outside the visible colours, cone responses below
    /// 1/100 count as 1/100.
    package init(from source: WhitePoint, to target: WhitePoint) {
        let (before, after) = (Self.cones(of: source), Self.cones(of: target))
        let intoCones = Self.product(Self.bradford, Self.sRGB)
        let scaled = zip(intoCones, 0..<3).map { row, cone in row * (after[cone] / before[cone]) }
        rows = Self.product(Self.inverse(intoCones), scaled)
    }

    private static func cones(of light: WhitePoint) -> [Double] {
        bradford.map { max(($0 * light.tristimulus).sum(), 0.01) }
    }

    private static let bradford = [
        SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
    ]

    /// From linear sRGB to CIE XYZ (IEC 61966-2-1).
    private static let sRGB = [
        SIMD3(0.4124564, 0.3575761, 0.1804375), SIMD3(0.2126729, 0.7151522, 0.0721750),
        SIMD3(0.0193339, 0.1191920, 0.9503041),
    ]

    private static func product(_ a: [SIMD3<Double>], _ b: [SIMD3<Double>]) -> [SIMD3<Double>] {
        a.map { row in b[0] * row.x + b[1] * row.y + b[2] * row.z }
    }

    private static func inverse(_ m: [SIMD3<Double>]) -> [SIMD3<Double>] {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
        let determinant = (m[0] * columns[0]).sum()
        return (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) / determinant }
    }
}
