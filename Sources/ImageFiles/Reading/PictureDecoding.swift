import Foundation
import Pixels

/// The decoding of a whole picture, on a thread of its own, for everyone who needs its pixels: the first who does starts it.
///
/// Whoever waits looks at `ReadingCancellation` meanwhile. When all who wait are cancelled, decoding is stopped, and started anew by the next
/// who needs the pixels.
final class PictureDecoding<Decoded: Sendable>: @unchecked Sendable {
    /// One attempt.
    private final class Attempt {
        let stop = DecodingStop()
        var waiting = 0
        /// What became of it; its error, once decoding has failed.
        var result: Result<Decoded, any Error>?
    }

    private let condition = NSCondition()
    // Under the lock.
    private var attempt: Attempt?

    private let decode: @Sendable (DecodingStop) throws -> Decoded

    /// How often a waiting thread looks whether it is cancelled, in seconds.
    private static var interval: Double { 0.02 }

    /// - Parameter decode: Called on a thread of its own. What it throws is final, unless it was stopped.
    init(_ decode: @escaping @Sendable (DecodingStop) throws -> Decoded) { self.decode = decode }

    /// The result, if decoding is over.
    var finished: Decoded? { condition.withLock { try? attempt?.result?.get() } }

    /// The decoded picture; starts decoding, and waits for it.
    ///
    /// - Throws: What decoding threw; `CancellationError`.
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

    /// Under the lock.
    private func start() -> Attempt {
        let attempt = Attempt()
        self.attempt = attempt
        let (stop, decode) = (attempt.stop, decode)
        // The attempt is looked at under the lock only.
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
        // Some decoders keep rows on the stack, and librsvg follows nested groups on it.
        thread.stackSize = 8 << 20
        thread.start()
        return attempt
    }

    /// Under the lock: nobody waits for the attempt any more.
    private func abandon(_ attempt: Attempt) {
        attempt.stop.stop()
        if self.attempt === attempt { self.attempt = nil }
    }
}
