import ImageGraph
import Pixels

/// A table of the input pixels and weights for each output pixel, or for each group of four neighbouring ones.
struct LineTable: Sendable {
    /// The method of computing the sums.
    enum Method: Sendable {
        /// Four output pixels at a time, from the same input pixels.
        case spread
        /// One output pixel at a time, with four input pixels in a vector.
        case gather
    }

    let method: Method
    /// Number of output pixels of an entry: 4 for `spread`, 1 for `gather`.
    let outputs: Int
    /// Number of input pixels that an entry reads.
    let reach: Int
    /// Number of weight vectors of an entry.
    let vectors: Int
    /// Number of entries in a period.
    let period: Int
    /// Number of input pixels in a period.
    let step: Int
    /// The first input pixel of each entry of the period that starts at output pixel 0.
    let firsts: [Int]
    /// The weight vectors of 16 floats, entry by entry.
    let weights: [Float]

    /// Creates the table of the cheaper method for a horizontal convolution.
    init(_ convolution: LineConvolution) {
        let spread = LineTable(spreading: convolution)
        let gather = LineTable(gathering: convolution)
        // Compare the loads and operations for four output pixels. Adding up four vectors at the end of `gather` takes
        // about a dozen more.
        self = 2 * spread.reach <= 8 * gather.vectors + 12 ? spread : gather
    }

    private init(spreading convolution: LineConvolution) {
        let sets = convolution.weightSets
        // Groups start at multiples of four, so that a pixel's group doesn't depend on the region.
        let repeats = sets.count % 4 == 0 ? 1 : sets.count % 2 == 0 ? 2 : 4
        let phases = (0..<sets.count * repeats).map { phase in
            (
                first: phase / sets.count * convolution.step + sets[phase % sets.count].first,
                weights: sets[phase % sets.count].weights
            )
        }
        let groups = stride(from: 0, to: phases.count, by: 4).map { phases[$0..<$0 + 4].filter { !$0.weights.isEmpty } }
        var firsts: [Int] = []
        for group in groups { firsts.append(group.map(\.first).min() ?? firsts.last ?? 0) }
        let reach =
            zip(groups, firsts).map { group, first in
                group.map { $0.first + $0.weights.count - first }.max() ?? 0
            }.max() ?? 0
        var weights = [Float](repeating: 0, count: groups.count * max(1, reach) * 16)
        for (index, phase) in phases.enumerated() where !phase.weights.isEmpty {
            let start = (index / 4 * max(1, reach) + phase.first - firsts[index / 4]) * 16 + index % 4 * 4
            for (tap, weight) in phase.weights.enumerated() {
                for component in 0..<4 { weights[start + tap * 16 + component] = weight }
            }
        }
        (method, outputs, self.reach, vectors) = (.spread, 4, max(1, reach), max(1, reach))
        (period, step) = (groups.count, convolution.step * repeats)
        (self.firsts, self.weights) = (firsts, weights)
    }

    private init(gathering convolution: LineConvolution) {
        let sets = convolution.weightSets
        let vectors = max(1, ((sets.map(\.weights.count).max() ?? 0) + 3) / 4)
        var weights = [Float](repeating: 0, count: sets.count * vectors * 16)
        for (index, set) in sets.enumerated() {
            for (tap, weight) in set.weights.enumerated() {
                for component in 0..<4 { weights[(index * vectors * 4 + tap) * 4 + component] = weight }
            }
        }
        (method, outputs, reach, self.vectors) = (.gather, 1, 4 * vectors, vectors)
        (period, step) = (sets.count, convolution.step)
        // A set without weights reads the same pixels as its neighbour, so that it doesn't enlarge any region.
        var firsts: [Int] = []
        let firstUsed = sets.first { !$0.weights.isEmpty }?.first ?? 0
        for set in sets { firsts.append(set.weights.isEmpty ? firsts.last ?? firstUsed : set.first) }
        (self.firsts, self.weights) = (firsts, weights)
    }

    /// Returns the first input pixel of entry `index`. Entry 0 contains output pixel 0.
    func first(of index: Int) -> Int {
        let period = index.flooredQuotient(by: period)
        return period * step + firsts[index - period * self.period]
    }

    /// Returns the entries that contain the output pixels `line`.
    func entries(for line: Range<Int>) -> Range<Int> {
        line.lowerBound.flooredQuotient(by: outputs)..<(line.upperBound - 1).flooredQuotient(by: outputs) + 1
    }

    /// Returns the input pixels that the entries of the output pixels `line` read, including those with a weight of 0.
    func span(of line: Range<Int>) -> Range<Int> {
        if line.isEmpty { return 0..<0 }
        let entries = entries(for: line)
        var (low, high) = (Int.max, Int.min)
        let isShort = entries.count < 2 * period
        for number in isShort ? 0..<entries.count : 0..<period {
            let index = entries.lowerBound + number
            let last = isShort ? index : index + (entries.upperBound - 1 - index) / period * period
            low = min(low, first(of: index))
            high = max(high, first(of: last) + reach)
        }
        return low..<high
    }
}
