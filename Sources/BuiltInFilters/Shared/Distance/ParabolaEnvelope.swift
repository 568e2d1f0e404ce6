import CoreImageEssentials

/// The lower envelope of the parabolas `(x − i)² + g(i)²` over a run of columns i.
struct ParabolaEnvelope {
    private let first: Int
    private let columnCount: Int
    /// The parabolas that are lowest somewhere, from left to right: the column, the height g² there, and the first x at
    /// which the parabola is lowest. Columns are counted from `first`.
    private var lowest: [(column: Int, height: Int, start: Int)]
    private var count = 0

    /// Creates an envelope for `count` columns from `first` on; at least one.
    init(first: Int, count: Int) {
        (self.first, columnCount) = (first, count)
        lowest = Array(repeating: (0, 0, 0), count: count)
    }

    /// Computes the envelope. `distance` returns g for a column, or nil if the column has no parabola.
    mutating func fill(_ distance: (_ column: Int) -> Int?) {
        count = 0
        for column in 0..<columnCount {
            guard let own = distance(first + column) else { continue }
            let height = own * own
            while count > 0,
                value(lowest[count - 1], at: lowest[count - 1].start)
                    > value((column, height, 0), at: lowest[count - 1].start)
            {
                count -= 1
            }
            let start = count == 0 ? 0 : Self.crossing(lowest[count - 1], (column, height, 0)) + 1
            if start < columnCount {
                lowest[count] = (column, height, start)
                count += 1
            }
        }
    }

    /// Calls `body` with each of the columns, from right to left, and the height of the envelope there, or nil if there
    /// are no parabolas. The columns must lie in the run.
    func forEach(in columns: Range<Int>, _ body: (_ column: Int, _ height: Int?) -> Void) {
        var current = count - 1
        for x in columns.reversed() {
            while current > 0, lowest[current].start > x - first { current -= 1 }
            body(x, current < 0 ? nil : value(lowest[current], at: x - first))
        }
    }

    private typealias Parabola = (column: Int, height: Int, start: Int)

    private func value(_ parabola: Parabola, at x: Int) -> Int {
        (x - parabola.column) * (x - parabola.column) + parabola.height
    }

    /// Returns the last place at which the left parabola isn't above the right one. The caller has checked that the
    /// left one isn't above at its start, so the place isn't below 0.
    private static func crossing(_ left: Parabola, _ right: Parabola) -> Int {
        let difference =
            right.column * right.column - left.column * left.column + right.height - left.height
        return difference / (2 * (right.column - left.column))
    }
}
