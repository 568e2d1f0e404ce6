import Foundation

/// A wide Gaussian in three cheap steps along a line: average and keep every k-th value, blur these, and interpolate.
/// The variances of the steps add up.
struct DecimatedGaussian {
    /// Minimum standard deviation of the blur, in kept values. From there on the excess kurtosis of the sum is below
    /// 0.8 %, and the aliasing of dropped values is below 0.15/255.
    private static let minimumDeviation = 1.75
    /// Reach of the blur of kept values, in standard deviations.
    private static let reach = 3.5

    let decimation: LineDecimation
    let blur: LineConvolution.WeightSet

    init(sigma: Double) {
        decimation = LineDecimation.shared(factor: max(2, 1 << Int(log2(sigma / Self.minimumDeviation))))
        let middle = (sigma * sigma - decimation.variance).squareRoot() / Double(decimation.factor)
        blur = GaussianWeights(sigma: middle, reach: Int((Self.reach * middle).rounded(.up))).set
    }
}
