/// Tells those who read pixels on the current thread whether the work that they read for has been cancelled.
///
/// A source may take long over one read: decoding a picture, drawing one. It looks here at least every 50 milliseconds, and throws
/// `CancellationError` from `PixelSource.read`, `PixelSource.makeStripReader` or `StripReader.read` when the work is cancelled;
/// `PixelSource.storage` is then nil.
///
/// Who reads for work that can be cancelled wraps the reads, on each thread of its own, in `withCheck`. Sources may use other threads; they look on
/// the thread that they were called on.
public enum ReadingCancellation {
    @TaskLocal private static var check: (@Sendable () -> Bool)?

    /// Calls `body`; in it, on this thread or task, reads are cancelled as soon as `check` returns true.
    ///
    /// - Parameter check: Quick, and callable from any thread.
    public static func withCheck<Result>(
        _ check: @escaping @Sendable () -> Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        try $check.withValue(check) { try body() }
    }

    /// Whether the work that the current thread does has been cancelled; false where nothing was said about that.
    public static var isCancelled: Bool { check?() ?? false }

    /// Whether the current thread's work can be cancelled at all.
    public static var isPossible: Bool { check != nil }
}
