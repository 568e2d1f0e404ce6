import Pixels
import Synchronization

/// Counts calls, and stops at one of them.
final class CallCounter: Sendable {
    private let last: Int
    private let calls = Atomic(0)

    /// Creates a counter that throws from this call on.
    init(stoppingAt last: Int) { self.last = last }

    func count() throws {
        if calls.wrappingAdd(1, ordering: .relaxed).newValue >= last { throw WorkMeter.Stopped(reason: .cancelled) }
    }
}
