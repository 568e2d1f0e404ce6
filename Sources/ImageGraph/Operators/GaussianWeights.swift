import Foundation

/// The weights of a sampled Gaussian, normalised to a sum of 1.
struct GaussianWeights {
    let set: LineConvolution.WeightSet

    init(sigma: Double, reach: Int) {
        let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = values.reduce(0, +)
        set = LineConvolution.WeightSet(first: -reach, weights: values.map { Float($0 / sum) })
    }
}

/// A wide Gaussian in three cheap steps along a line: average and keep every k-th value, blur these, and interpolate.
/// The variances of the steps add up.
struct DecimatedGaussian {
    /// Minimum standard deviation of the blur, in kept values. From there on the excess kurtosis of the sum is below
    /// 0.8 %, and the aliasing of dropped values is below 0.15/255.
    private static let leastDeviation = 1.75
    /// Reach of the blur of kept values, in standard deviations.
    private static let reach = 3.5

    let decimation: LineDecimation
    let blur: LineConvolution.WeightSet

    init(sigma: Double) {
        decimation = LineDecimation.by(max(2, 1 << Int(log2(sigma / Self.leastDeviation))))
        let middle = (sigma * sigma - decimation.variance).squareRoot() / Double(decimation.factor)
        blur = GaussianWeights(sigma: middle, reach: Int((Self.reach * middle).rounded(.up))).set
    }
}
