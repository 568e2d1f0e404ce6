import Glibc
import Synchronization

/// Clean-up when this process ends by `exit`: its child processes are ended, and their folders and control groups
/// removed.
///
/// If this process is killed instead, the kernel ends its workers, and the next host removes their folders and control
/// groups.
package final class ExitActions: Sendable {
    /// The only object.
    package static let shared = ExitActions()

    private struct State {
        var next = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    private init() { atexit { ExitActions.shared.endAll() } }

    /// Adds an action for the end of this process. Actions run in reverse order. An action must not wait for a lock,
    /// which may be held by a thread that has been stopped.
    ///
    /// - Returns: An identifier for ``remove(_:)``.
    package func add(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.actions[state.next] = action
            return state.next
        }
    }

    /// Removes an action.
    package func remove(_ number: Int) { state.withLock { _ = $0.actions.removeValue(forKey: number) } }

    /// Runs all actions, once. A program that ends by `_exit` calls this before.
    package func endAll() {
        let actions = state.withLock { state in
            defer { state.actions = [:] }
            return state.actions.sorted { $0.key > $1.key }.map(\.value)
        }
        for action in actions { action() }
    }
}
