import Synchronization

/// Decides which reading of a reader receives the worker's messages: the last one that was begun. Thread-safe.
final class ReadingTurns: Sendable {
    private let current = Mutex<UInt32>(0)

    /// Begins the next reading, when no call of an earlier one waits for a message.
    ///
    /// - Parameter begin: Called with its number.
    /// - Returns: Its number.
    func next(
        _ begin: (UInt32) throws(VideoFileError) -> Void
    ) throws(VideoFileError) -> UInt32 {
        let result = current.withLock { current in
            Result<UInt32, VideoFileError> { () throws(VideoFileError) in
                current += 1
                try begin(current)
                return current
            }
        }
        return try result.get()
    }

    /// Calls `body` while no other reading receives messages and none begins.
    ///
    /// - Returns: Nil if the reading with this number isn't the last one.
    func take<Value: Sendable>(
        _ number: UInt32, _ body: () -> Value
    ) -> Value? {
        current.withLock { $0 == number ? body() : nil }
    }
}
