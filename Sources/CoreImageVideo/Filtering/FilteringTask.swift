import Synchronization

/// The filtering of a frame, which can be given up although the filter doesn't end. Thread-safe.
final class FilteringTask: Sendable {
    private struct State: Sendable {
        var result: Result<FilteredImage, any Error>?
        var waiting: CheckedContinuation<FilteredImage, any Error>?
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Starts a filter.
    init(_ filter: @escaping @Sendable () async throws -> FilteredImage) {
        let task = Task { [weak self] in
            let result: Result<FilteredImage, any Error>
            do { result = .success(try await filter()) } catch { result = .failure(error) }
            self?.finish(result)
        }
        state.withLock { $0.task = task }
    }

    /// What the filter makes of the frame, or `CancellationError` as soon as the task is cancelled. It is asked for
    /// once.
    var value: FilteredImage {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiting = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    /// Cancels the filter's task, and doesn't wait for it any more.
    func cancel() {
        state.withLock { $0.task }?.cancel()
        finish(.failure(CancellationError()))
    }

    private func finish(_ result: Result<FilteredImage, any Error>) {
        let waiting = state.withLock { state in
            guard state.result == nil else { return CheckedContinuation<FilteredImage, any Error>?.none }
            state.result = result
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: result)
    }
}
