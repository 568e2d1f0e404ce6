import Foundation

/// A timer of the host's clock, with a thread of its own, so that a slow handler delays no other timer. The thread is
/// started with the first time, and waits for absolute times, so that delays don't add up.
final class HostTimer: ClockTimer, @unchecked Sendable {
    private let clock = HostClockSource()
    private let condition = MonotonicCondition()
    private let handler: @Sendable () -> Void
    // The condition's lock protects what follows.
    private var due: Int64?
    private var isCalling = false
    private var isInvalid = false
    /// Whether a thread is being started, or has been, and whether it runs or has run.
    private var (hasThread, hasStarted) = (false, false)
    private var thread: pthread_t?

    init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }

    func schedule(at time: Int64) {
        condition.withLock {
            guard !isInvalid else { return }
            due = time
            condition.broadcast()
            guard !hasThread else { return }
            hasThread = true
            let new = Thread { [self] in run() }
            new.name = "CoreImage timer"
            // Until the thread has started, no call can be running. A thread whose handler has invalidated the timer
            // may have ended again.
            new.start()
            while !hasStarted { condition.wait() }
        }
    }

    func cancel() {
        condition.withLock {
            due = nil
            condition.broadcast()
            guard !isOnThread else { return }
            while isCalling { condition.wait() }
        }
    }

    func invalidate() {
        condition.withLock {
            isInvalid = true
            due = nil
            condition.broadcast()
            guard !isOnThread else { return }
            while thread != nil { condition.wait() }
        }
    }

    /// Whether this code runs in a call of the handler.
    private var isOnThread: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    private func run() {
        condition.withLock {
            thread = pthread_self()
            hasStarted = true
            condition.broadcast()
        }
        while waitUntilDue() {
            handler()
            condition.withLock {
                isCalling = false
                condition.broadcast()
            }
        }
    }

    /// Returns true when the handler is due, and false when the timer has ended.
    private func waitUntilDue() -> Bool {
        condition.withLock {
            while !isInvalid {
                guard let time = due else {
                    condition.wait()
                    continue
                }
                if time <= clock.now {
                    due = nil
                    isCalling = true
                    return true
                }
                condition.wait(until: time)
            }
            thread = nil
            condition.broadcast()
            return false
        }
    }
}
