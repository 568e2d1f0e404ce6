import Foundation

extension FilterOracle {
    /// Where a ray that comes down on a half round rod of radius 1, at distance x from its axis, meets the ground: Snell's law with angles.
    static func refracted(_ x: Double, index: Double) -> Double {
        if x >= 1 { return x }
        let incidence = asin(x)
        let refraction = asin(min(x / index, 1))
        return x - cos(incidence) * tan(incidence - refraction)
    }
}
