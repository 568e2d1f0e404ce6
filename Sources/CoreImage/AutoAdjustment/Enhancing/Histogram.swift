import BuiltInFilters
import CoreImageEssentials
import Detection

/// A weighted histogram with equal bins over a range. Numbers outside the range are clamped to it.
struct Histogram {
    private static let stepCount = 2048

    private let range: ClosedRange<Double>
    private var counts = [Double](repeating: 0, count: stepCount)
    private(set) var total = 0.0
    private var sum = 0.0

    init(in range: ClosedRange<Double>) { self.range = range }

    /// Adds a number with a weight.
    mutating func add(_ number: Double, weight: Double) {
        let held = min(max(number, range.lowerBound), range.upperBound)
        let place = (held - range.lowerBound) / (range.upperBound - range.lowerBound)
        counts[min(Int(place * Double(Self.stepCount)), Self.stepCount - 1)] += weight
        total += weight
        sum += held * weight
    }

    /// The mean; the lower bound of the range if the histogram is empty.
    var mean: Double { total > 0 ? sum / total : range.lowerBound }

    /// Returns the quantile for a fraction from 0 to 1, with linear interpolation within a bin.
    func quantile(_ part: Double) -> Double {
        let width = (range.upperBound - range.lowerBound) / Double(Self.stepCount)
        var below = 0.0
        for (step, count) in counts.enumerated() where count > 0 {
            if below + count >= part * total {
                return range.lowerBound + width * (Double(step) + (part * total - below) / count)
            }
            below += count
        }
        return range.lowerBound
    }

    /// Returns the fraction of numbers below a limit, to the accuracy of a bin.
    func share(below number: Double) -> Double {
        let place = (number - range.lowerBound) / (range.upperBound - range.lowerBound)
        let steps = min(max(Int(place * Double(Self.stepCount)), 0), Self.stepCount)
        return total > 0 ? counts[..<steps].reduce(0, +) / total : 0
    }
}

/// Returns a linear ramp: 0 for a number at `start` or beyond it, 1 at `end` or beyond it. Rules use it to set in
/// gradually.
func ramp(_ number: Double, from start: Double, to end: Double) -> Double {
    min(max((number - start) / (end - start), 0), 1)
}
