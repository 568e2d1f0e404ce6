import Foundation
import Synchronization
import SystemResources

/// The thread on which kernels are compiled while renderings go on, one kernel after the other.
///
/// It isn't one of Dispatch's, because Dispatch waits for ever for a thread that can't be started. The thread ends when
/// nothing is left to compile. Thread-safe.
final class CompilationThread: Sendable {
    /// The thread of this process.
    static let shared = CompilationThread()

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    private init() {}

    /// Runs a job after those that were added before. A thread that `LibraryCalls` protects waits for it when it ends.
    /// Returns false if no thread can be started, or if the process is exiting.
    func add(_ job: @escaping @Sendable () -> Void) -> Bool {
        guard LibraryCalls.shared.announce() else { return false }
        let isAdded = state.withLock { state in
            if !state.isRunning { state.isRunning = start() }
            if state.isRunning { state.jobs.append(job) }
            return state.isRunning
        }
        if !isAdded { LibraryCalls.shared.finish() }
        return isAdded
    }

    private func start() -> Bool {
        var thread = pthread_t()
        guard
            pthread_create(
                &thread, nil,
                { _ in
                    CompilationThread.shared.work()
                    return nil
                }, nil) == 0
        else { return false }
        pthread_detach(thread)
        return true
    }

    private func work() {
        while let job = next() {
            job()
            LibraryCalls.shared.finish()
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.jobs.isEmpty {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
