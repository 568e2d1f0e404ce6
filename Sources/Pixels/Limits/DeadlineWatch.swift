import Foundation
import Synchronization

/// A thread that stops work whose deadline has passed, so that loops need not read the clock.
///
/// There is one thread per process, started for the first deadline. It sleeps until the next deadline, so it wakes in
/// time on a busy machine too.
final class DeadlineWatch: @unchecked Sendable {
    static let shared = DeadlineWatch()

    private struct Entry {
        let end: ContinuousClock.Instant
        weak var meter: WorkMeter?
    }

    // Guards the entries.
    private let condition = NSCondition()
    private var entries: [Entry] = []
    private var isStarted = false

    /// Stops the meter's work at `end`, unless the meter has been deallocated.
    func watch(_ meter: WorkMeter, until end: ContinuousClock.Instant) {
        condition.withLock {
            entries.removeAll { $0.meter == nil }
            entries.append(Entry(end: end, meter: meter))
            if isStarted { return condition.signal() }
            isStarted = true
            let thread = Thread { [unowned self] in run() }
            thread.name = "deadlines"
            thread.start()
        }
    }

    private func run() -> Never {
        while true {
            let due = condition.withLock { () -> [WorkMeter] in
                while true {
                    let now = ContinuousClock.now
                    let due = entries.filter { $0.end <= now }.compactMap(\.meter)
                    entries.removeAll { $0.end <= now || $0.meter == nil }
                    if !due.isEmpty { return due }
                    guard let next = entries.map(\.end).min() else {
                        condition.wait()
                        continue
                    }
                    let (seconds, attoseconds) = (next - now).components
                    _ = condition.wait(until: Date(timeIntervalSinceNow: Double(seconds) + Double(attoseconds) / 1e18))
                }
            }
            for meter in due { try? meter.checkTime() }
        }
    }
}
