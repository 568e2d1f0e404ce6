/// The lowest of the parabolas `(x − i)² + g(i)²` that stand over a run of columns i.
struct ParabolaEnvelope {
    private let first: Int
    private var heights: [Int]
    /// Columns whose parabola is the lowest somewhere, from left to right, and where each begins to be.
    private var lowest: [(column: Int, start: Int)]
    private var count = 0

    /// Room for the columns from `first` on; at least one.
    init(first: Int, count: Int) {
        self.first = first
        heights = Array(repeating: 0, count: count)
        lowest = Array(repeating: (0, 0), count: count)
    }

    /// Finds the lowest parabolas for the distances that `distance` gives for each column.
    mutating func fill(_ distance: (_ column: Int) -> Int) {
        for index in heights.indices {
            let own = distance(first + index)
            heights[index] = own * own
        }
        lowest[0] = (0, 0)
        count = 1
        for column in heights.indices.dropFirst() {
            while count > 0,
                value(lowest[count - 1].column, at: lowest[count - 1].start)
                    > value(column, at: lowest[count - 1].start)
            {
                count -= 1
            }
            let start = count == 0 ? 0 : crossing(lowest[count - 1].column, column) + 1
            if start < heights.count {
                lowest[count] = (column, start)
                count += 1
            }
        }
    }

    /// Calls `body` with the height of the lowest parabola at each of the columns, which lie in the run.
    func forEach(in columns: Range<Int>, _ body: (_ column: Int, _ height: Int) -> Void) {
        var current = count - 1
        for x in columns.reversed() {
            while current > 0, lowest[current].start > x - first { current -= 1 }
            body(x, value(lowest[current].column, at: x - first))
        }
    }

    private func value(_ column: Int, at x: Int) -> Int { (x - column) * (x - column) + heights[column] }

    /// The last place at which the parabola of the left column isn't above that of the right one.
    private func crossing(_ left: Int, _ right: Int) -> Int {
        let difference = right * right - left * left + heights[right] - heights[left]
        // The quotient is at least 0 where it is asked for: the left parabola is not above at its start.
        return difference / (2 * (right - left))
    }
}
