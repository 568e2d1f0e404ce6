import Glibc
import Synchronization

/// What is to be ended and removed of workers when this process ends in an orderly way.
///
/// A process that is killed leaves it to others: the kernel ends its workers, and the next host removes their folders and groups.
final class LivingWorkers: Sendable {
    static let shared = LivingWorkers()

    private struct State {
        var next = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    private init() { atexit { LivingWorkers.shared.endAll() } }

    /// Adds something to do at the end of this process; what was added last is done first. It must not wait for locks, which threads that
    /// were stopped in their work may have.
    ///
    /// - Returns: A number for ``remove(_:)``.
    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.actions[state.next] = action
            return state.next
        }
    }

    /// Takes back what was added.
    func remove(_ number: Int) { state.withLock { _ = $0.actions.removeValue(forKey: number) } }

    private func endAll() {
        let actions = state.withLock { state in
            defer { state.actions = [:] }
            return state.actions.sorted { $0.key > $1.key }.map(\.value)
        }
        for action in actions { action() }
    }
}
