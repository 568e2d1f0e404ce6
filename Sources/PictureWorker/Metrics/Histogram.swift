/// Counts of times, in seconds, up to certain limits.
package struct Histogram: Sendable {
    /// The limits, in seconds, from 1 ms to 1 minute.
    static let limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

    /// The number of times up to each limit and above the one before, and last those above all limits.
    private var counts = [Int](repeating: 0, count: limits.count + 1)
    private(set) var sum = 0.0

    package init() {}

    /// Adds a time, in seconds.
    package mutating func add(_ seconds: Double) {
        counts[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
        sum += seconds
    }

    /// The number of all times.
    var count: Int { counts.reduce(0, +) }

    /// The limits, each with the number of times up to it. The last limit is infinite.
    var cumulative: [(limit: Double, count: Int)] {
        var total = 0
        return zip(Self.limits + [.infinity], counts).map { limit, count in
            total += count
            return (limit, total)
        }
    }
}
