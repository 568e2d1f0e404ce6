import Glibc
import Synchronization

/// What this process does when it ends by `exit`: it ends its workers, and removes their folders and groups.
///
/// A process that is killed leaves it to others: the kernel ends its workers, and the next host removes their folders
/// and groups.
final class ExitActions: Sendable {
    static let shared = ExitActions()

    private struct State {
        var next = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    private init() { atexit { ExitActions.shared.endAll() } }

    /// Adds something to do at the end of this process; what was added last is done first. It must not wait for locks,
    /// which threads that were stopped in their work may have.
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
