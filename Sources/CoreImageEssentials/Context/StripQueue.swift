import Foundation
import Pixels

/// A queue of rows between a renderer, which produces them from the top down, and an encoder, which takes them in the
/// same order.
///
/// At most two strips wait, so that memory stays bounded while rendering and encoding run at the same time. One thread
/// puts and one thread takes. The memory of strips is reused.
final class StripQueue: @unchecked Sendable {
    private struct Strip {
        var rows: Int
        var memory: Memory
        /// The number of rows already taken.
        var taken = 0
    }

    /// A buffer that one thread at a time uses.
    private final class Memory {
        package let bytes: UnsafeMutableRawPointer
        let byteCount: Int

        init(byteCount: Int) {
            bytes = .allocate(byteCount: max(1, byteCount), alignment: 64)
            self.byteCount = byteCount
        }

        deinit { bytes.deallocate() }
    }

    private let condition = NSCondition()
    private let rowBytes: Int
    private var waiting: [Strip] = []
    private var idle: [Memory] = []
    private var end: Result<Void, any Error>?
    private var isAbandoned = false
    private static let capacity = 2

    init(rowBytes: Int) { self.rowBytes = rowBytes }

    /// Adds rows. `fill` writes them without padding. Waits while the queue is full.
    ///
    /// - Throws: `CancellationError` when the encoder has given up, or the error of `fill`.
    func put(rows: Int, fill: (UnsafeMutableRawPointer) throws -> Void) throws {
        let memory = try room(byteCount: rows * rowBytes)
        try fill(memory.bytes)
        try condition.withLock {
            if isAbandoned { throw CancellationError() }
            waiting.append(Strip(rows: rows, memory: memory))
            condition.broadcast()
        }
    }

    private func room(byteCount: Int) throws -> Memory {
        condition.lock()
        defer { condition.unlock() }
        while waiting.count >= Self.capacity, !isAbandoned { condition.wait() }
        if isAbandoned { throw CancellationError() }
        if let index = idle.firstIndex(where: { $0.byteCount >= byteCount }) { return idle.remove(at: index) }
        idle = []
        return Memory(byteCount: byteCount)
    }

    /// Ends the queue after the last row, or with the renderer's error.
    func finish(_ result: Result<Void, any Error>) {
        condition.withLock {
            end = result
            condition.broadcast()
        }
    }

    /// Ends the queue because the encoder takes no more rows.
    func abandon() {
        condition.withLock {
            isAbandoned = true
            waiting = []
            idle = []
            condition.broadcast()
        }
    }

    /// Copies the next `rows` rows to `buffer`, and waits for them.
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
                throw CIError.malformedBitmap(
                    reason:
                        "the encoder asked for more rows than the picture has (internal error; please report it)")
            }
            let count = min(rows - done, waiting[0].rows - waiting[0].taken)
            let source = waiting[0].memory.bytes + waiting[0].taken * rowBytes
            for row in 0..<count {
                (buffer + (done + row) * bytesPerRow).copyMemory(from: source + row * rowBytes, byteCount: rowBytes)
            }
            waiting[0].taken += count
            done += count
            if waiting[0].taken == waiting[0].rows {
                idle.append(waiting.removeFirst().memory)
                condition.broadcast()
            }
        }
    }
}
