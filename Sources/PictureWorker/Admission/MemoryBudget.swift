import Foundation

/// The memory that all jobs of a worker may use together. Jobs get their parts in the order in which they ask, so that
/// a large job isn't delayed for ever by small ones. Thread-safe.
package final class MemoryBudget: @unchecked Sendable {
    /// A job's part, which is returned when this object is released.
    package final class Lease: Sendable {
        private let budget: MemoryBudget
        private let bytes: Int

        fileprivate init(_ budget: MemoryBudget, _ bytes: Int) { (self.budget, self.bytes) = (budget, bytes) }

        deinit { budget.giveBack(bytes) }
    }

    /// The size of the memory in bytes.
    package let total: Int
    private let condition = NSCondition()
    private var used = 0
    private var nextTurn = 0
    /// The turns of the jobs that wait, in order.
    private var waiting: [Int] = []

    package init(total: Int) { self.total = total }

    /// The bytes that jobs have.
    package var leased: Int { condition.withLock { used } }

    /// Waits until there is room for a job.
    ///
    /// - Throws: `JobFailure` of the kind `memory` for a job that never has room, and `deadline` for one that hasn't in
    ///   time.
    package func lease(_ bytes: Int, until deadline: ContinuousClock.Instant?) throws(JobFailure) -> Lease {
        guard bytes <= total else {
            throw JobFailure(
                .memory,
                "The job needs about \(Self.text(bytes)) of memory, and the worker has \(Self.text(total)) for all jobs."
            )
        }
        condition.lock()
        defer { condition.unlock() }
        let turn = nextTurn
        nextTurn += 1
        waiting.append(turn)
        defer {
            waiting.removeAll { $0 == turn }
            condition.broadcast()
        }
        while waiting.first != turn || used + bytes > total {
            guard let deadline else {
                condition.wait()
                continue
            }
            let left = (deadline - .now) / .seconds(1)
            guard left > 0 else {
                throw JobFailure(.deadline, "The deadline passed while the job waited for memory that others used.")
            }
            _ = condition.wait(until: Date(timeIntervalSinceNow: left))
        }
        used += bytes
        return Lease(self, bytes)
    }

    private func giveBack(_ bytes: Int) {
        condition.withLock {
            used -= bytes
            condition.broadcast()
        }
    }

    private static func text(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }
}
