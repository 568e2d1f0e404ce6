import Foundation

extension FilterOracle {
    /// Lanczos' function, sinc x · sinc x/a for |x| < a: of two lobes where the axis grows, and of three where it
    /// shrinks.
    static let lanczosScaleTransform = resampling("CILanczosScaleTransform", settings: scales, reach: 3) {
        _, x, grows in
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        let lobes = grows ? 2.0 : 3.0
        return abs(x) < lobes ? sinc(x) * sinc(x / lobes) : 0
    }
}
