import ChildProcesses
import Foundation
import Glibc

/// Reads lines from a pipe whose reading end is nonblocking. For use on one thread.
struct LineReader {
    /// The maximum number of bytes kept of a line, because a unit could write without end.
    private static let lineLimit = 1 << 20

    private let file: FileDescriptor
    private var incompleteLine = Data()
    private var isAtEnd = false

    init(_ file: FileDescriptor) { self.file = file }

    /// The descriptor to poll before ``read()``. Nil after the other end was closed.
    var pollRequest: (number: Int32, events: Int32)? { isAtEnd ? nil : (file.number, POLLIN) }

    /// Reads the available data, and returns the completed lines.
    mutating func read() -> [Data] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lines: [Data] = []
        // The number of reads is limited, so that a flood of output can't delay the caller beyond its deadline.
        for _ in 0..<16 {
            let count = Glibc.read(file.number, &buffer, buffer.count)
            if count == 0 { isAtEnd = true }
            if count <= 0 { break }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") {
                    lines.append(incompleteLine)
                    incompleteLine = Data()
                } else if incompleteLine.count < Self.lineLimit {
                    incompleteLine.append(byte)
                }
            }
        }
        return lines
    }
}
