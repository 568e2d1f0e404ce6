import Foundation

/// A sampled Gaussian, normalised.
struct GaussianWeights {
    let set: LineConvolution.WeightSet

    init(sigma: Double, reach: Int) {
        let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = values.reduce(0, +)
        set = LineConvolution.WeightSet(first: -reach, weights: values.map { Float($0 / sum) })
    }
}

/// A wide Gaussian as three cheap steps along a line: average and keep every k-th value, blur those, interpolate.
///
/// Averages and interpolation are cubic B-splines over k pixels, of 4k − 1 and of four weights: whatever k is, a full-size pixel is
/// read four times and made of four values. Variances add up: σ² = 2·k²/3 + k²·σ₂², a B-spline's being k²/3. Kept value q
/// stands at the full-size pixel q·k.
struct DecimatedGaussian {
    /// A Gaussian's deviation in kept values is at least this: the sum's excess kurtosis is then below 0.8 %, and what folds
    /// back when values are dropped shows by less than 0.15/255.
    private static let leastDeviation = 1.75
    /// Standard deviations that the blur of kept values reaches.
    private static let reach = 3.5

    /// One pixel in so many is kept: a power of two.
    let factor: Int
    let decimation: [LineConvolution.WeightSet]
    let blur: LineConvolution.WeightSet
    let interpolation: [LineConvolution.WeightSet]

    init(sigma: Double) {
        let factor = max(2, 1 << Int(log2(sigma / Self.leastDeviation)))
        self.factor = factor
        let k = Double(factor)
        let span = 2 * factor - 1
        let values = (-span...span).map { Self.cubicSpline(Double($0) / k) }
        let sum = values.reduce(0, +)
        decimation = [LineConvolution.WeightSet(first: -span, weights: values.map { Float($0 / sum) })]
        let middle = ((sigma * sigma - 2 * k * k / 3).squareRoot() / k)
        blur = GaussianWeights(sigma: middle, reach: Int((Self.reach * middle).rounded(.up))).set
        interpolation = (0..<factor).map { phase in
            let t = Double(phase) / k
            let weights = (-1...2).map { Float(Self.cubicSpline(t - Double($0))) }
            return LineConvolution.WeightSet(first: -1, weights: weights)
        }
    }

    /// The centred cubic B-spline, which sums to 1 over whole steps.
    private static func cubicSpline(_ x: Double) -> Double {
        let distance = abs(x)
        if distance >= 2 { return 0 }
        if distance >= 1 { return (2 - distance) * (2 - distance) * (2 - distance) / 6 }
        return 2.0 / 3 - distance * distance + distance * distance * distance / 2
    }
}
