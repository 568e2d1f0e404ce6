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

/// A wide Gaussian as cheap steps along a line: average and keep every k-th value, blur those, interpolate. Variances add up.
struct DecimatedGaussian {
    /// A Gaussian's deviation in kept values is at least this: the sum's excess kurtosis is then below 0.8 %, and what folds
    /// back when values are dropped shows by less than 0.15/255.
    private static let leastDeviation = 1.75
    /// Standard deviations that the blur of kept values reaches.
    private static let reach = 3.5

    let decimation: LineDecimation
    let blur: LineConvolution.WeightSet

    init(sigma: Double) {
        decimation = LineDecimation.by(max(2, 1 << Int(log2(sigma / Self.leastDeviation))))
        let middle = (sigma * sigma - decimation.variance).squareRoot() / Double(decimation.factor)
        blur = GaussianWeights(sigma: middle, reach: Int((Self.reach * middle).rounded(.up))).set
    }
}
