import Foundation
import Synchronization

/// The reply that is awaited, which a cancellation resolves. Thread-safe.
final class PendingReply: Sendable {
    private struct State: Sendable {
        var reply: FilteringReply?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Notes a reply. It is resolved at once if there was a cancellation before.
    func wait(for reply: FilteringReply) {
        let isCancelled = state.withLock { state in
            state.reply = reply
            return state.isCancelled
        }
        if isCancelled { reply.resolve(.failure(CancellationError())) }
    }

    /// Resolves the reply, and later ones, with `CancellationError`.
    func cancel() {
        let reply = state.withLock { state in
            state.isCancelled = true
            return state.reply
        }
        reply?.resolve(.failure(CancellationError()))
    }
}

/// A result that a thread waits for.
final class WaitingResult: Sendable {
    private let result = Mutex<Result<FilteredImage, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ value: Result<FilteredImage, any Error>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    /// Waits for the result.
    func get() throws -> FilteredImage {
        isThere.wait()
        guard let value = result.withLock({ $0 }) else { throw CancellationError() }
        return try value.get()
    }
}
