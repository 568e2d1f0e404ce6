/// How often numbers occur, counted in steps of a range; what lies outside counts at its ends.
struct Distribution {
    private static let stepCount = 2048

    private let range: ClosedRange<Double>
    private var counts = [Double](repeating: 0, count: stepCount)
    private(set) var total = 0.0
    private var sum = 0.0

    init(in range: ClosedRange<Double>) { self.range = range }

    /// Adds a number that counts `weight` times.
    mutating func add(_ number: Double, weight: Double) {
        let held = min(max(number, range.lowerBound), range.upperBound)
        let place = (held - range.lowerBound) / (range.upperBound - range.lowerBound)
        counts[min(Int(place * Double(Self.stepCount)), Self.stepCount - 1)] += weight
        total += weight
        sum += held * weight
    }

    /// The mean; the lowest number of the range when there is none.
    var mean: Double { total > 0 ? sum / total : range.lowerBound }

    /// The number below which a part of all numbers lies, to a step.
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

    /// The part of all numbers that lies below one, to a step.
    func share(below number: Double) -> Double {
        let place = (number - range.lowerBound) / (range.upperBound - range.lowerBound)
        let steps = min(max(Int(place * Double(Self.stepCount)), 0), Self.stepCount)
        return total > 0 ? counts[..<steps].reduce(0, +) / total : 0
    }
}

/// From 0 where a number is at `start`, or on its far side, to 1 at `end`, evenly: how a rule sets in.
func onset(_ number: Double, from start: Double, to end: Double) -> Double {
    min(max((number - start) / (end - start), 0), 1)
}
