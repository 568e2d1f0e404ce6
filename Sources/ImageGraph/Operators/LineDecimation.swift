import Foundation
import Synchronization

/// Reduces a line to fewer values, and restores it: averages and keeps every k-th value, and interpolates between
/// these.
///
/// Averages and interpolation are cubic B-splines over k pixels, with 4k − 1 and four weights. For every k, a full-size
/// pixel is read four times and computed from four values. A large k is reached in several steps, whose averages stay
/// in the processor's caches. Variances add up; that of a B-spline is k²/3. Kept value q lies at the full-size pixel
/// q·k.
struct LineDecimation {
    // The rows of eight steps still fit in the first-level cache for one block of columns.
    private static let maximumStep = 8

    /// The ratio k of the numbers of values.
    let factor: Int
    /// The averages to apply one after the other, each with the factor by which it shortens lines, a power of two.
    let averages: [(factor: Int, weights: LineConvolution.WeightSet)]
    /// The weights that interpolate all values from the kept ones.
    let interpolation: [LineConvolution.WeightSet]
    /// Variance of the blur by reduction and interpolation together, in square pixels.
    let variance: Double

    // There is one entry per power of two. A large one has a hundred thousand weights.
    private static let cache = Mutex<[Int: LineDecimation]>([:])

    /// Returns the decimation by a power of two, at least 2. Equal ones share their weights.
    static func shared(factor: Int) -> LineDecimation {
        if let known = cache.withLock({ $0[factor] }) { return known }
        let decimation = LineDecimation(factor: factor)
        cache.withLock { $0[factor] = decimation }
        return decimation
    }

    private init(factor: Int) {
        self.factor = factor
        let k = Double(factor)
        var averages: [(Int, LineConvolution.WeightSet)] = []
        var (variance, kept) = (k * k / 3, 1)
        while kept < factor {
            let step = factor / kept > Self.maximumStep ? 4 : factor / kept
            averages.append((step, Self.average(over: step)))
            kept *= step
            variance += Double(kept * kept) / 3
        }
        (self.averages, self.variance) = (averages, variance)
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

    /// Returns the value of the centred cubic B-spline, which sums to 1 over whole steps.
    private static func cubicSpline(_ x: Double) -> Double {
        let distance = abs(x)
        if distance >= 2 { return 0 }
        if distance >= 1 { return (2 - distance) * (2 - distance) * (2 - distance) / 6 }
        return 2.0 / 3 - distance * distance + distance * distance * distance / 2
    }
}
