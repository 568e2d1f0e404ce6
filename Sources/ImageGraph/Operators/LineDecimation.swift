import Foundation
import Synchronization

/// A line with fewer values, and back: average and keep every k-th value; interpolate between those.
///
/// Averages and interpolation are cubic B-splines over k pixels, of 4k − 1 and of four weights: whatever k is, a full-size pixel is
/// read four times and made of four values. A large k is reached in several steps, whose averages stay in the processor's caches.
/// Variances add up, a B-spline's being k²/3. Kept value q stands at the full-size pixel q·k.
struct LineDecimation {
    // Eight steps' rows of one block of columns still fit in the first-level cache.
    private static let mostAtOnce = 8

    /// k.
    let factor: Int
    /// Averages, one after the other, each with the factor by which it makes lines shorter: powers of two.
    let averages: [(factor: Int, weights: LineConvolution.WeightSet)]
    /// From kept values to all.
    let interpolation: [LineConvolution.WeightSet]
    /// By how much there and back blurs, in square pixels.
    let variance: Double

    // There are as many as powers of two, and a large one has a hundred thousand weights.
    private static let made = Mutex<[Int: LineDecimation]>([:])

    /// The decimation by a power of two, at least 2. Equal ones share their weights.
    static func by(_ factor: Int) -> LineDecimation {
        if let known = made.withLock({ $0[factor] }) { return known }
        let decimation = LineDecimation(factor: factor)
        made.withLock { $0[factor] = decimation }
        return decimation
    }

    private init(factor: Int) {
        self.factor = factor
        let k = Double(factor)
        var averages: [(Int, LineConvolution.WeightSet)] = []
        var (variance, kept) = (k * k / 3, 1)
        while kept < factor {
            let step = factor / kept > Self.mostAtOnce ? 4 : factor / kept
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

    /// The centred cubic B-spline, which sums to 1 over whole steps.
    private static func cubicSpline(_ x: Double) -> Double {
        let distance = abs(x)
        if distance >= 2 { return 0 }
        if distance >= 1 { return (2 - distance) * (2 - distance) * (2 - distance) / 6 }
        return 2.0 / 3 - distance * distance + distance * distance * distance / 2
    }
}
