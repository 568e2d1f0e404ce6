import Foundation
import Glibc
import KernelLanguage

/// Reads lines from a pipe without blocking. For use on one thread.
struct LineReader {
    /// The maximum number of bytes kept of a line, because a unit could write without end.
    private static let lineLimit = 1 << 20

    private let file: Int32
    private var rest = Data()
    private var lastLine = Data()
    /// Whether `lastLine` is the reason why a program ended. Later lines, such as a backtrace, don't replace it.
    private var isTelling = false
    private(set) var isAtEnd = false

    init(_ file: Int32) {
        self.file = file
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    }

    /// Waits until one of the pipes has data, or until the time is up.
    static func wait(_ readers: [LineReader], milliseconds: Int32) {
        var files = readers.filter { !$0.isAtEnd }.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
        poll(&files, nfds_t(files.count), milliseconds)
    }

    /// Whether data is available.
    var hasMore: Bool {
        var file = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        return !isAtEnd && poll(&file, 1, 0) > 0 && file.revents & Int16(POLLIN) != 0
    }

    /// Reads the available data, and returns the completed lines.
    mutating func read() -> [Data] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lines: [Data] = []
        // The number of reads is limited, so that a flood of output can't delay the caller beyond its deadline.
        for _ in 0..<16 {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { isAtEnd = true }
            if count <= 0 { break }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") {
                    if !rest.isEmpty, !isTelling {
                        lastLine = rest
                        isTelling = rest.range(of: Data("Fatal error".utf8)) != nil
                    }
                    lines.append(rest)
                    rest = Data()
                } else if rest.count < Self.lineLimit {
                    rest.append(byte)
                }
            }
        }
        return lines
    }

    /// The line with a fatal error, or else the last nonempty one, made printable.
    var lastWords: String {
        let words = rest.isEmpty || isTelling ? lastLine : rest
        return printable(String(decoding: words, as: UTF8.self), limit: 300)
    }
}
