import Foundation
import Glibc
import Synchronization
import UntrustedInput

/// The end of a child process's standard error. The parent reads it while it waits for the process, so that a process
/// with much output isn't blocked by a full pipe. Thread-safe.
package final class ProcessErrorOutput: Sendable {
    private static let limit = 16_384

    private struct State {
        var kept: [UInt8] = []
        /// Whether the process has closed its end. From then on the pipe always polls as ready and never has data.
        var isClosed = false
    }

    private let reading: FileDescriptor
    private let state = Mutex(State())

    /// Creates a reader of a pipe's reading end, which must be nonblocking.
    package init(_ reading: FileDescriptor) { self.reading = reading }

    /// The descriptor to poll besides the channel; when it is ready, call ``drain()``. Nil after the process has closed
    /// its end.
    package var pollRequest: (number: Int32, events: Int32)? {
        state.withLock { $0.isClosed ? nil : (reading.number, POLLIN) }
    }

    /// Reads the available data.
    package func drain() {
        state.withLock { state in
            var buffer = [UInt8](repeating: 0, count: Self.limit)
            // A bounded number of reads: the process can write as fast as this loop reads.
            for _ in 0..<64 {
                let count = read(reading.number, &buffer, buffer.count)
                if count == 0 { state.isClosed = true }
                guard count > 0 else { break }
                state.kept = (state.kept + buffer.prefix(count)).suffix(Self.limit)
            }
        }
    }

    /// All that is kept of the output.
    package var keptText: String {
        drain()
        return state.withLock { String(decoding: $0.kept, as: UTF8.self) }
    }

    /// The last lines, joined into one and made printable.
    package var text: String {
        let all = keptText.split(whereSeparator: \.isNewline)
        // Swift's runtime prints the reason, and after it a long backtrace. Only the line with the reason is kept.
        let lines = (all.last { $0.contains("Fatal error: ") }.map { [$0] } ?? all.suffix(4)).joined(separator: " ")
        return printable(lines.trimmingCharacters(in: .whitespaces), limit: 600)
    }
}
