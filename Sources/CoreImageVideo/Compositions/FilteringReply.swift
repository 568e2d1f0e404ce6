import Synchronization

/// The place where a filter's result for one frame goes, once. Thread-safe.
final class FilteringReply: Sendable {
    private let completion: Mutex<(@Sendable (Result<FilteredImage, any Error>) -> Void)?>

    /// Creates a place.
    ///
    /// - Parameter completion: Called once with the first result.
    init(_ completion: @escaping @Sendable (Result<FilteredImage, any Error>) -> Void) {
        self.completion = Mutex(completion)
    }

    /// Passes on a result. Returns false if there was one before.
    @discardableResult
    func resolve(_ result: Result<FilteredImage, any Error>) -> Bool {
        let first = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        first?(result)
        return first != nil
    }
}
