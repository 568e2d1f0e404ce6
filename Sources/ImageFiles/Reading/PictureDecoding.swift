import Foundation
import Pixels

/// The decoding of a whole picture on a separate thread, started by the first thread that needs its pixels, and shared
/// by all others.
///
/// Waiting threads check `ReadingCancellation`. If all of them are cancelled, decoding is stopped; the next thread that
/// needs the pixels starts it again.
final class PictureDecoding<Decoded: Sendable>: @unchecked Sendable {
    /// One attempt to decode the picture.
    private final class Attempt {
        let stop = DecodingStop()
        var waiting = 0
        /// The decoded picture, or the error, after the attempt has ended.
        var result: Result<Decoded, any Error>?
    }

    private let condition = NSCondition()
    // Protected by `condition`.
    private var attempt: Attempt?

    private let decode: @Sendable (DecodingStop) throws -> Decoded

    /// The interval at which a waiting thread checks for cancellation, in seconds.
    private static var interval: Double { 0.02 }

    /// - Parameter decode: Decodes the picture; called on a new thread. An error that it throws is final, unless the
    ///   attempt was stopped.
    init(_ decode: @escaping @Sendable (DecodingStop) throws -> Decoded) { self.decode = decode }

    /// The result, if decoding has succeeded.
    var finished: Decoded? { condition.withLock { try? attempt?.result?.get() } }

    /// Waits for the decoded picture, and starts decoding if necessary.
    ///
    /// - Throws: The error of the decoder, or `CancellationError`.
    func wait() throws -> Decoded {
        condition.lock()
        defer { condition.unlock() }
        if let result = attempt?.result { return try result.get() }
        if ReadingCancellation.isCancelled { throw CancellationError() }
        let attempt = self.attempt ?? start()
        attempt.waiting += 1
        defer { attempt.waiting -= 1 }
        let canBeCancelled = ReadingCancellation.isPossible
        while true {
            if let result = attempt.result { return try result.get() }
            guard canBeCancelled else {
                condition.wait()
                continue
            }
            _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval))
            if attempt.result == nil, ReadingCancellation.isCancelled {
                if attempt.waiting == 1 { abandon(attempt) }
                throw CancellationError()
            }
        }
    }

    /// Starts an attempt. The caller must hold the lock.
    private func start() -> Attempt {
        let attempt = Attempt()
        self.attempt = attempt
        let (stop, decode) = (attempt.stop, decode)
        // All accesses to the attempt hold the lock.
        nonisolated(unsafe) let shared = attempt
        let thread = Thread { [weak self] in
            let result = Result { try decode(stop) }
            stop.forget()
            guard let self else { return }
            condition.withLock {
                shared.result = result
                condition.broadcast()
            }
        }
        thread.name = "decoding"
        // Some decoders keep rows on the stack, and librsvg recurses into nested groups.
        thread.stackSize = 8 << 20
        thread.start()
        return attempt
    }

    /// Stops an attempt that no thread waits for any more. The caller must hold the lock.
    private func abandon(_ attempt: Attempt) {
        attempt.stop.stop()
        if self.attempt === attempt { self.attempt = nil }
    }
}
