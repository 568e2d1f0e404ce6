import Foundation

extension FilterOracle {
    /// Returns where a vertical ray at a distance x from the axis of a half-round rod of radius 1 meets the ground, by
    /// Snell's law.
    static func refracted(_ x: Double, index: Double) -> Double {
        if x >= 1 { return x }
        let incidence = asin(x)
        let refraction = asin(min(x / index, 1))
        return x - cos(incidence) * tan(incidence - refraction)
    }
}
