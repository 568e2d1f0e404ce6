import Foundation

/// The weights of a resampling along a line, one set per output pixel of a period.
struct ResamplingWeights: Sendable {
    /// Maximum length of a line with separate weights for each of its pixels.
    private static let maximumTableLength = 1 << 16
    /// Maximum period of approximate ratios.
    private static let maximumPeriod = 1 << 12

    let sets: [LineConvolution.WeightSet]
    let step: Int

    /// Creates the weights for the output pixels `line`; nil if the line is infinite or too far from the origin.
    init(_ resampling: LineResampling, line: Range<Int>?) {
        let (scale, offset, filter) = (resampling.scale, resampling.offset, resampling.filter)
        let ratio = Self.ratio(near: scale)
        let isExact = Double(ratio.outputs) / Double(ratio.inputs) == scale
        if let line, !isExact || ratio.outputs > line.count, line.count <= Self.maximumTableLength {
            // With a period of this length, every pixel of the line has its own set of weights.
            let period = line.count
            var sets = [LineConvolution.WeightSet](repeating: .init(first: 0, weights: []), count: period)
            for i in line {
                var set = Self.set(center: (Double(i) + 0.5) / scale - offset, scale: scale, filter)
                let number = i.flooredQuotient(by: period)
                set.first -= number * period
                sets[i - number * period] = set
            }
            (self.sets, step) = (sets, period)
        } else {
            let exact = isExact ? scale : Double(ratio.outputs) / Double(ratio.inputs)
            sets = (0..<ratio.outputs).map {
                Self.set(center: (Double($0) + 0.5) / exact - offset, scale: exact, filter)
            }
            step = ratio.inputs
        }
    }

    /// Returns the weights of the output pixel whose centre is at `center` in the input, where the centre of pixel j is
    /// j + 0.5.
    private static func set(
        center: Double, scale: Double, _ filter: ResamplingFilter
    ) -> LineConvolution.WeightSet {
        let (reach, stretch) = scale < 1 ? (filter.shrinking, 1 / scale) : (filter.growing, 1.0)
        let first = Int((center - reach * stretch - 0.5).rounded(.down)) + 1
        let last = Int((center + reach * stretch - 0.5).rounded(.up)) - 1
        let values = (first...max(first, last)).map { pixel in
            let distance = (Double(pixel) + 0.5 - center) / stretch
            return abs(distance) < reach ? filter.weight(distance, reach) : 0
        }
        let sum = values.reduce(0, +)
        return LineConvolution.WeightSet(first: first, weights: values.map { Float($0 / sum) })
    }

    /// Returns the best convergent of the ratio's continued fraction with at most `maximumPeriod` output pixels.
    private static func ratio(near scale: Double) -> (outputs: Int, inputs: Int) {
        var (before, best) = ((outputs: 0, inputs: 1), (outputs: 1, inputs: 0))
        var rest = scale
        for _ in 0..<32 {
            let whole = rest.rounded(.down)
            guard whole < 1e9 else { break }
            let next = (
                outputs: Int(whole) * best.outputs + before.outputs, inputs: Int(whole) * best.inputs + before.inputs
            )
            if next.inputs > 1 << 30 || next.outputs > maximumPeriod && best.inputs > 0 && best.outputs > 0 { break }
            (before, best) = (best, next)
            if Double(best.outputs) / Double(best.inputs) == scale { break }
            let fraction = rest - whole
            if fraction < 1e-12 { break }
            rest = 1 / fraction
        }
        return best.outputs > 0 && best.inputs > 0 ? best : (1, max(1, Int((1 / scale).rounded())))
    }
}
