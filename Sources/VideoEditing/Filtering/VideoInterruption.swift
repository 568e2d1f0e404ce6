import PictureBatches
import Synchronization

/// The request of a user to end the work. Thread-safe.
///
/// The first request ends it before the next frame, and ends the reading of a source that waits for another program, so
/// that what is finished can be kept. If nothing happens because the sink waits for another program, a second one
/// cancels.
package final class VideoInterruption: Sendable {
    private struct State: Sendable {
        var requests = 0
        /// Whether the video is being opened, so that nothing has been written, and nobody looks at requests.
        var isOpening = false
        var cancel: (@Sendable () -> Void)?
        var endReading: (@Sendable () -> Void)?
    }

    private let keepsFinishedPart: Bool
    private let state = Mutex(State())

    /// Creates a request that hasn't been made.
    ///
    /// - Parameter keepsFinishedPart: Whether the first request lets the frame in progress be finished.
    package init(keepsFinishedPart: Bool) { self.keepsFinishedPart = keepsFinishedPart }

    /// Whether the work has been asked to end.
    package var isRequested: Bool { state.withLock { $0.requests > 0 } }

    /// Whether it has been asked more than once.
    package var isRequestedTwice: Bool { state.withLock { $0.requests > 1 } }

    /// Asks the work to end.
    ///
    /// - Returns: False if the work can't, because the video is still being opened.
    package func request() -> Bool {
        let (cancel, isOpening) = state.withLock { state in
            state.requests += 1
            return (keepsFinishedPart && state.requests == 1 ? state.endReading : state.cancel, state.isOpening)
        }
        cancel?()
        return !isOpening
    }

    /// Calls what opens a video, and works on it with ``whileCancelling(_:_:)``.
    func whileOpening<Result>(_ work: () throws -> Result) rethrows -> Result {
        state.withLock { $0.isOpening = true }
        defer { state.withLock { $0.isOpening = false } }
        return try work()
    }

    /// Throws the error of interrupted work if it has been asked to end.
    func check() throws { if isRequested { throw PictureRunFailure.interrupted } }

    /// Calls work that can be cancelled.
    ///
    /// - Parameters:
    ///   - cancel: Cancels the work.
    ///   - endReading: Ends it so that what is finished is kept.
    func whileCancelling<Result>(
        _ cancel: @escaping @Sendable () -> Void, endReading: (@Sendable () -> Void)? = nil,
        _ work: () throws -> Result
    ) throws -> Result {
        state.withLock { ($0.cancel, $0.endReading, $0.isOpening) = (cancel, endReading, false) }
        defer { state.withLock { ($0.cancel, $0.endReading) = (nil, nil) } }
        try check()
        do {
            return try work()
        } catch {
            try check()
            throw error
        }
    }
}
