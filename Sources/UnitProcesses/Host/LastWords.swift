import Foundation
import Glibc
import KernelLanguage
import Synchronization

/// The end of what a worker writes to its standard error. Whoever waits for the worker reads it meanwhile, so that a talkative one isn't
/// held up.
final class LastWords: Sendable {
    private static let limit = 16_384

    private struct State {
        var kept: [UInt8] = []
        /// Whether the worker has closed its end, after which the pipe is always ready and never has anything.
        var isOver = false
    }

    private let reading: FileDescriptor
    private let state = Mutex(State())

    init(_ reading: FileDescriptor) { self.reading = reading }

    /// What to wait for besides a reply, and to call ``drain()`` when it is ready; nil when nothing comes any more.
    var awaited: (number: Int32, events: Int32)? {
        state.withLock { $0.isOver ? nil : (reading.number, POLLIN) }
    }

    /// Takes what is there.
    func drain() {
        state.withLock { state in
            var buffer = [UInt8](repeating: 0, count: Self.limit)
            // Not for ever: a worker can write as fast as this reads.
            for _ in 0..<64 {
                let count = read(reading.number, &buffer, buffer.count)
                if count == 0 { state.isOver = true }
                guard count > 0 else { break }
                state.kept = (state.kept + buffer.prefix(count)).suffix(Self.limit)
            }
        }
    }

    /// The last lines in one, made printable.
    var text: String {
        drain()
        let all = state.withLock { String(decoding: $0.kept, as: UTF8.self) }.split(whereSeparator: \.isNewline)
        // Swift's runtime says why it gives up, and then where, at length.
        let lines = (all.last { $0.contains("Fatal error: ") }.map { [$0] } ?? all.suffix(4)).joined(separator: " ")
        return printable(lines.trimmingCharacters(in: .whitespaces), limit: 600)
    }
}
