import ImageGraph
import Pixels

/// The weights of the pixels around chroma samples along each axis, from two before a sample to two behind it. The last
/// three of each are 0.
struct EnlargedChromaWeights {
    /// The samples that are stored.
    let samples: PixelRect
    /// The weights in a row of the first sample, of the last one, and of those in between. Only the outermost samples
    /// have other weights, because pixels beside the picture are replaced.
    let left, right, inner: SIMD8<Float>
    /// The weights in a column of the samples between the outermost ones.
    let innerRows: SIMD8<Float>
    private let rows: PlanarDestination.Taps
    private let limits: Range<Int>

    init(_ full: PlanarDestination, _ samples: PixelRect) {
        self.samples = samples
        let columns = full.bounds.x..<full.bounds.maxX
        left = Self.weights(samples.x, full.columns, columns)
        right = Self.weights(samples.maxX - 1, full.columns, columns)
        inner = Self.weights(1, full.columns, 0..<8)
        (rows, limits) = (full.rows, full.bounds.y..<full.bounds.maxY)
        innerRows = Self.weights(1, rows, 0..<8)
    }

    /// Returns the weights in a column of the samples of a row.
    func row(_ y: Int) -> SIMD8<Float> {
        2 * y > limits.lowerBound && 2 * y + 2 < limits.upperBound ? innerRows : Self.weights(y, rows, limits)
    }

    private static func weights(_ sample: Int, _ taps: PlanarDestination.Taps, _ limits: Range<Int>) -> SIMD8<Float> {
        let (inner, outer) = (PlaneFunctions.innerWeight, PlaneFunctions.outerWeight)
        var result = SIMD8<Float>()
        for tap in 0..<taps.count {
            let share: Float = taps.count == 3 ? (tap == 1 ? 0.5 : 0.25) : 1 / Float(taps.count)
            let place = max(limits.lowerBound, min(2 * sample + taps.first + tap, limits.upperBound - 1))
            let index = place.flooredQuotient(by: 2) - sample + EnlargedPlanarDestination.reach
            if place.flooredRemainder(by: 2) == 0 {
                result[index] += share
            } else {
                result[index - 1] -= share * outer
                result[index] += share * inner
                result[index + 1] += share * inner
                result[index + 2] -= share * outer
            }
        }
        return result
    }
}
