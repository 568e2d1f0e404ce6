/// Tells code that reads pixels on the current thread whether the reading has been cancelled.
///
/// A source may take long for one read, for example to decode or draw an image. It then checks `isCancelled` at least
/// every 50 milliseconds. If the work is cancelled, `PixelSource.read`, `PixelSource.makeStripReader` and
/// `StripReader.read` throw `CancellationError`, and `PixelSource.storage` is nil.
///
/// Code that reads pixels for cancellable work wraps the reads in `withCheck`, on each of its threads. Sources may use
/// other threads, but check on the thread that called them.
package enum ReadingCancellation {
    @TaskLocal private static var check: (@Sendable () -> Bool)?

    /// Calls `body`. Inside it, on this thread or task, reads are cancelled as soon as `check` returns true.
    ///
    /// - Parameter check: Must be fast, and callable from any thread.
    package static func withCheck<Result>(
        _ check: @escaping @Sendable () -> Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        try $check.withValue(check) { try body() }
    }

    /// Whether the work of the current thread has been cancelled; false outside of `withCheck`.
    package static var isCancelled: Bool { check?() ?? false }

    /// Whether the work of the current thread can be cancelled, that is, whether it runs inside `withCheck`.
    package static var isPossible: Bool { check != nil }
}
