/// Finds, for each column x of a row, the minimum of `(x − i)² + g(i)²` over the columns i: the lower envelope of
/// parabolas.
///
/// A column with g = 0 hides the parabolas on its left from the columns on its right, and the reverse. So the row is
/// divided at these columns, and only the parts between them are searched.
struct ParabolaEnvelope {
    /// The distance of a column without a parabola, and the minimum if there are no parabolas.
    static let none = Int32.max

    /// A parabola that is lowest somewhere.
    struct Parabola {
        /// The column of its vertex, counted from the one before the part that is searched.
        let column: Int32
        /// The value at the vertex, g².
        let height: Int32
        /// The first column at which it is lowest.
        let start: Int32

        @inline(__always)
        func value(at x: Int32) -> Int32 { (x &- column) &* (x &- column) &+ height }
    }

    /// g for each column of the row: below 2¹⁴, or `none`.
    private let distances: UnsafeMutableBufferPointer<Int32>
    /// Memory for as many parabolas as there are columns, and two more.
    private let lowest: UnsafeMutableBufferPointer<Parabola>
    private var count = 0

    /// Creates an envelope over a row of less than 2¹⁴ columns. The memory must exist as long as the envelope.
    init(_ distances: UnsafeMutableBufferPointer<Int32>, memory lowest: UnsafeMutableBufferPointer<Parabola>) {
        precondition(lowest.count >= distances.count + 2 && distances.count < 1 << 14)
        (self.distances, self.lowest) = (distances, lowest)
    }

    /// Replaces the distances of `columns` by the minima.
    mutating func minimise(_ columns: Range<Int>) {
        var first = 0
        while first < columns.upperBound {
            if distances[first] == 0 {
                first += 1
                continue
            }
            var end = first + 1
            while end < distances.count, distances[end] != 0 { end += 1 }
            if end > columns.lowerBound { search(first..<end, writing: columns.clamped(to: first..<end)) }
            first = end
        }
    }

    /// Replaces the distances of `columns`, which lie in `part`. All of the part's distances are above 0, and those
    /// next to it are 0.
    private mutating func search(_ part: Range<Int>, writing columns: Range<Int>) {
        count = 0
        let (origin, limit) = (part.lowerBound - 1, Int32(part.count + 1))
        if part.lowerBound > 0 { add(column: 0, height: 0, before: limit) }
        for column in part where distances[column] != Self.none {
            let distance = distances[column]
            add(column: Int32(column - origin), height: distance &* distance, before: limit)
        }
        if part.upperBound < distances.count { add(column: limit, height: 0, before: limit) }
        if count == 0 {
            for column in columns { distances[column] = Self.none }
            return
        }
        var current = lowest[count - 1]
        for column in columns.reversed() {
            let x = Int32(column - origin)
            while current.start > x {
                count -= 1
                current = lowest[count - 1]
            }
            distances[column] = current.value(at: x)
        }
    }

    /// Adds a parabola to the right of all others, if it is lowest somewhere before column `limit`.
    @inline(__always)
    private mutating func add(column: Int32, height: Int32, before limit: Int32) {
        let added = Parabola(column: column, height: height, start: 0)
        while count > 0 {
            let last = lowest[count - 1]
            if last.value(at: last.start) <= added.value(at: last.start) {
                // The last column at which the left parabola isn't above the right one. It isn't above at its start, so
                // the column isn't below 0.
                let difference = column &* column &- last.column &* last.column &+ height &- last.height
                let distance = column &- last.column
                let start = (distance == 1 ? difference >> 1 : difference / (2 &* distance)) &+ 1
                if start < limit {
                    lowest[count] = Parabola(column: column, height: height, start: start)
                    count += 1
                }
                return
            }
            count -= 1
        }
        lowest[0] = added
        count = 1
    }
}
