import Pixels

/// A value that can be summed over squares.
protocol Summable {
    /// The sum of no values.
    static var zero: Self { get }
    /// Returns the sum of two values.
    static func + (first: Self, second: Self) -> Self
}

/// Sums over squares of values that are added row by row. The cost doesn't depend on the size of the squares.
///
/// Columns, and then rows, are cut at multiples of the squares' side, as `LineAverage` does it. Every run of values is
/// the end of one piece and the start of the next, so sums from each cut outwards give all runs around it. The sum of a
/// square contains only values of the square, always added in the same order, whichever part of the image is computed.
final class BoxSums<Value: Summable> {
    private let side: Int
    private let columns: Range<Int>
    private let firstRow: Int
    private var row: Int
    // One line of values for every place in a piece. While the piece grows, these are the values themselves;
    // afterwards, the sums from there to the end of the piece.
    private let pieces: UnsafeMutablePointer<Value>
    // Sums of the values since the last cut.
    private let forward: UnsafeMutablePointer<Value>
    private let line: UnsafeMutablePointer<Value>
    private let kept: UnsafeMutablePointer<Value>
    private let allocation: UnsafeMutablePointer<Value>

    /// The sums of the squares that end with the row added last. The first is that of the square that starts in the
    /// first column.
    let sums: UnsafeMutablePointer<Value>

    /// Creates sums over squares of `side` · `side` values. There must be at least `side` columns.
    init(side: Int, columns: Range<Int>, firstRow: Int) {
        (self.side, self.columns, self.firstRow, row) = (side, columns, firstRow, firstRow)
        let count = columns.count
        let capacity = (side + 3) * count + side
        allocation = .allocate(capacity: capacity)
        allocation.initialize(repeating: .zero, count: capacity)
        pieces = allocation
        forward = allocation + side * count
        line = forward + count
        sums = line + count
        kept = sums + count
    }

    deinit { allocation.deallocate() }

    private func piece(_ place: Int) -> UnsafeMutablePointer<Value> { pieces + place * columns.count }

    /// Where the values of the next row must be written before `add()` is called.
    var nextRow: UnsafeMutablePointer<Value> { piece(row.flooredRemainder(by: side)) }

    /// Adds the row whose values were written to `nextRow`. Returns whether there are enough rows for sums.
    func add() -> Bool {
        let place = row.flooredRemainder(by: side)
        let (values, count) = (piece(place), columns.count)
        let isFull = row - firstRow >= side - 1
        if place == 0 {
            forward.update(from: values, count: count)
        } else {
            for i in 0..<count { forward[i] = forward[i] + values[i] }
        }
        if isFull {
            if place == side - 1 {
                sumRow(forward)
            } else {
                let rest = piece(place + 1)
                for i in 0..<count { line[i] = rest[i] + forward[i] }
                sumRow(line)
            }
        }
        if place == side - 1 {
            let first = max(0, place - (row - firstRow))
            for earlier in stride(from: place - 1, through: first, by: -1) {
                let (values, later) = (piece(earlier), piece(earlier + 1))
                for i in 0..<count { values[i] = values[i] + later[i] }
            }
        }
        row += 1
        return isFull
    }

    private func sumRow(_ values: UnsafeMutablePointer<Value>) {
        let (first, last) = (columns.lowerBound, columns.upperBound - side)
        var cut = first + (-first).flooredRemainder(by: side)
        while cut - side < last {
            let (low, high) = (max(first, cut - side + 1), min(cut, last))
            var sum = Value.zero
            for i in stride(from: cut - 1, through: low, by: -1) {
                sum = sum + values[i - first]
                kept[i - low] = sum
            }
            kept[cut - low] = .zero
            sum = .zero
            for i in cut..<low + side - 1 { sum = sum + values[i - first] }
            for start in low...high {
                sum = sum + values[start + side - 1 - first]
                sums[start - first] = kept[start - low] + sum
            }
            cut += side
        }
    }
}
