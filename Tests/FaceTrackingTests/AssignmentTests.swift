import TestSupport
import Testing

@testable import FaceTracking

/// Compares assignments with the best of all that there are.
@Suite("Assignments of least cost")
struct AssignmentTests {
    /// The least sum of all ways to pair rows with columns or to leave them single.
    private func least(_ costs: [[Double?]], single: Double, row: Int = 0, taken: Set<Int> = []) -> Double {
        guard row < costs.count else { return 0 }
        var best = single + least(costs, single: single, row: row + 1, taken: taken)
        for (column, cost) in costs[row].enumerated() where !taken.contains(column) {
            guard let cost, cost < single else { continue }
            best = min(best, cost + least(costs, single: single, row: row + 1, taken: taken.union([column])))
        }
        return best
    }

    @Test("the sum of costs is that of the best of all assignments")
    func exhaustive() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let (height, width) = (random.below(6), random.below(6))
            let costs = (0..<height).map { _ in
                (0..<width).map { _ in random.below(4) == 0 ? nil : Double(random.below(40)) / 8 }
            }
            let single = Double(random.below(32)) / 8
            let columns = Assignment.columns(costs, single: single)
            #expect(columns.count == height)
            let used = columns.compactMap(\.self)
            #expect(Set(used).count == used.count)
            let sum = columns.enumerated().reduce(0.0) { sum, pair in
                guard let column = pair.element else { return sum + single }
                guard let cost = costs[pair.offset][column] else { return .infinity }
                return sum + cost
            }
            #expect(abs(sum - least(costs, single: single)) < 1e-9, "\(costs), \(single): \(columns)")
        }
    }
}
