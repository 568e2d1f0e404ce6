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

/// A wide Gaussian as cheap steps along a line: average and keep every k-th value, blur those, interpolate.
///
/// Averages and interpolation are cubic B-splines over k pixels, of 4k − 1 and of four weights: whatever k is, a full-size pixel is
/// read four times and made of four values. A large k is reached in several steps, whose averages stay in the processor's caches.
/// Variances add up, a B-spline's being k²/3. Kept value q stands at the full-size pixel q·k.
struct DecimatedGaussian {
    /// A Gaussian's deviation in kept values is at least this: the sum's excess kurtosis is then below 0.8 %, and what folds
    /// back when values are dropped shows by less than 0.15/255.
    private static let leastDeviation = 1.75
    /// Standard deviations that the blur of kept values reaches.
    private static let reach = 3.5

    // Eight steps' rows of one block of columns still fit in the first-level cache.
    private static let mostAtOnce = 8

    /// Averages, one after the other, each with the factor by which it makes lines shorter: powers of two.
    let decimations: [(factor: Int, weights: LineConvolution.WeightSet)]
    let blur: LineConvolution.WeightSet
    let interpolation: [LineConvolution.WeightSet]

    init(sigma: Double) {
        let factor = max(2, 1 << Int(log2(sigma / Self.leastDeviation)))
        let k = Double(factor)
        var decimations: [(Int, LineConvolution.WeightSet)] = []
        var (variance, kept) = (k * k / 3, 1)
        while kept < factor {
            let step = factor / kept > Self.mostAtOnce ? 4 : factor / kept
            decimations.append((step, Self.average(over: step)))
            kept *= step
            variance += Double(kept * kept) / 3
        }
        self.decimations = decimations
        let middle = (sigma * sigma - variance).squareRoot() / k
        blur = GaussianWeights(sigma: middle, reach: Int((Self.reach * middle).rounded(.up))).set
        interpolation = (0..<factor).map { phase in
            let t = Double(phase) / k
            let weights = (-1...2).map { Float(Self.cubicSpline(t - Double($0))) }
            return LineConvolution.WeightSet(first: -1, weights: weights)
        }
    }

    private static func average(over pixels: Int) -> LineConvolution.WeightSet {
        let reach = 2 * pixels - 1
        let values = (-reach...reach).map { cubicSpline(Double($0) / Double(pixels)) }
        let sum = values.reduce(0, +)
        return LineConvolution.WeightSet(first: -reach, weights: values.map { Float($0 / sum) })
    }

    /// The centred cubic B-spline, which sums to 1 over whole steps.
    private static func cubicSpline(_ x: Double) -> Double {
        let distance = abs(x)
        if distance >= 2 { return 0 }
        if distance >= 1 { return (2 - distance) * (2 - distance) * (2 - distance) / 6 }
        return 2.0 / 3 - distance * distance + distance * distance * distance / 2
    }
}
