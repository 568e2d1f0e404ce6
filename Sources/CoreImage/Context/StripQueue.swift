import Foundation
import Pixels

/// Rows on their way from a renderer, which makes them from the top down, to an encoder, which asks for them in the
/// same order.
///
/// At most two strips wait, so that memory stays bounded while rendering and encoding go on side by side. One thread
/// puts, one takes.
final class StripQueue: @unchecked Sendable {
    private struct Strip {
        var rows: Int
        var bytes: Data
        /// Rows already taken.
        var taken = 0
    }

    private let condition = NSCondition()
    private let rowBytes: Int
    private var waiting: [Strip] = []
    private var end: Result<Void, any Error>?
    private var isAbandoned = false
    private static let capacity = 2

    init(rowBytes: Int) { self.rowBytes = rowBytes }

    /// Adds rows; waits while the queue is full.
    ///
    /// - Throws: `CancellationError` when the encoder gave up.
    func put(rows: Int, _ bytes: Data) throws {
        condition.lock()
        defer { condition.unlock() }
        while waiting.count >= Self.capacity, !isAbandoned { condition.wait() }
        if isAbandoned { throw CancellationError() }
        waiting.append(Strip(rows: rows, bytes: bytes))
        condition.broadcast()
    }

    /// Says that no more rows come, or why.
    func finish(_ result: Result<Void, any Error>) {
        condition.withLock {
            end = result
            condition.broadcast()
        }
    }

    /// Says that no more rows are wanted.
    func abandon() {
        condition.withLock {
            isAbandoned = true
            waiting = []
            condition.broadcast()
        }
    }

    /// Copies the next `rows` rows to `buffer`; waits for them.
    ///
    /// - Throws: The renderer's error.
    func take(rows: Int, into buffer: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        condition.lock()
        defer { condition.unlock() }
        var done = 0
        while done < rows {
            while waiting.isEmpty, end == nil { condition.wait() }
            guard !waiting.isEmpty else {
                try end?.get()
                throw CIError.malformedBitmap(reason: "the encoder asked for more rows than the picture has")
            }
            let count = min(rows - done, waiting[0].rows - waiting[0].taken)
            waiting[0].bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                for row in 0..<count {
                    let source = start + (waiting[0].taken + row) * rowBytes
                    (buffer + (done + row) * bytesPerRow).copyMemory(from: source, byteCount: rowBytes)
                }
            }
            waiting[0].taken += count
            done += count
            if waiting[0].taken == waiting[0].rows {
                waiting.removeFirst()
                condition.broadcast()
            }
        }
    }
}
