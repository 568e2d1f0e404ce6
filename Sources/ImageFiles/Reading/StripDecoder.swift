import Foundation
import Pixels

/// Decodes a picture from the top down on its own thread, at most two strips ahead of the caller.
final class StripDecoder: @unchecked Sendable {
    /// Consecutive decoded rows, counted from the top.
    struct Strip {
        let rows: Range<Int>
        let memory: StripMemory
    }

    /// Decodes rows, counted from the top, into memory.
    typealias Decode = (_ rows: Range<Int>, _ pixels: UnsafeMutableRawPointer) throws -> Void

    /// Opens the picture on the decoding thread. `stop` ends the decoding.
    typealias Open = @Sendable (_ stop: DecodingStop) throws -> Decode

    private static let maximumAhead = 2
    /// The interval at which a waiting thread checks for cancellation, in seconds.
    private static let interval = 0.02

    private let condition = NSCondition()
    // Protected by `condition`.
    private var waiting: [Strip] = []
    private var failure: (any Error)?
    private var isAbandoned = false

    private let height: Int
    private let stripHeight: Int
    private let bytesPerRow: Int
    private let pool: StripMemory.Pool
    private let name: String
    private let stop = DecodingStop()

    /// Starts decoding. `open` is called on the decoding thread, since a decoder may belong to the thread that created
    /// it.
    init(
        height: Int, stripHeight: Int, bytesPerRow: Int, pool: StripMemory.Pool, name: String,
        open: @escaping Open
    ) {
        (self.height, self.stripHeight, self.bytesPerRow) = (height, stripHeight, bytesPerRow)
        (self.pool, self.name) = (pool, name)
        let thread = Thread { self.run(open) }
        thread.name = "decoding"
        // Some decoders keep rows on the stack.
        thread.stackSize = 2 << 20
        thread.start()
    }

    /// Waits for the next strip. Returns nil after the last row.
    ///
    /// - Throws: The error of the decoder, or `CancellationError` if the work of the calling thread is cancelled
    ///   (`ReadingCancellation`).
    func next() throws -> Strip? {
        condition.lock()
        defer { condition.unlock() }
        let canBeCancelled = ReadingCancellation.isPossible
        while waiting.isEmpty {
            if let failure { throw failure }
            if isAbandoned { return nil }
            if canBeCancelled {
                if ReadingCancellation.isCancelled { throw CancellationError() }
                _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval))
            } else {
                condition.wait()
            }
        }
        condition.broadcast()
        return waiting.removeFirst()
    }

    /// Stops the decoding when no more strips are needed.
    func abandon() {
        stop.stop()
        condition.withLock {
            isAbandoned = true
            waiting = []
            condition.broadcast()
        }
    }

    private func run(_ open: Open) {
        defer { stop.forget() }
        do {
            let decode = try open(stop)
            for top in stride(from: 0, to: height, by: stripHeight) {
                guard waitForRoom() else { return }
                let memory = try pool.memory(byteCount: stripHeight * bytesPerRow, for: name)
                let rows = top..<min(height, top + stripHeight)
                try decode(rows, memory.bytes)
                condition.withLock {
                    waiting.append(Strip(rows: rows, memory: memory))
                    condition.broadcast()
                }
            }
        } catch {
            condition.withLock {
                failure = error
                condition.broadcast()
            }
        }
    }

    private func waitForRoom() -> Bool {
        condition.withLock {
            while waiting.count >= Self.maximumAhead, !isAbandoned { condition.wait() }
            return !isAbandoned
        }
    }
}
