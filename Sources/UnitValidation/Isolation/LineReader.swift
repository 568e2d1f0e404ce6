import Foundation
import Glibc
import KernelLanguage

/// Reads lines from a pipe as they come, without waiting; used by one thread.
struct LineReader {
    /// Bytes of one line that are kept: a unit could write without end.
    private static let lineLimit = 1 << 20

    private let file: Int32
    private var rest = Data()
    private var lastLine = Data()
    /// Whether `lastLine` says why a program ended; a stack trace behind it says less.
    private var isTelling = false
    private(set) var isAtEnd = false

    init(_ file: Int32) {
        self.file = file
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    }

    /// Waits until one of the pipes has something, or the time is over.
    static func wait(_ readers: [LineReader], milliseconds: Int32) {
        var files = readers.filter { !$0.isAtEnd }.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
        poll(&files, nfds_t(files.count), milliseconds)
    }

    /// Whether something is waiting to be read.
    var hasMore: Bool {
        var file = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        return !isAtEnd && poll(&file, 1, 0) > 0 && file.revents & Int16(POLLIN) != 0
    }

    /// The lines that are complete by now.
    mutating func read() -> [Data] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lines: [Data] = []
        // No more than a few buffers at once, so that a flood can't keep the caller from its deadline.
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

    /// The line that tells of a fatal error, else the last one that had anything; safe to print.
    var lastWords: String {
        let words = rest.isEmpty || isTelling ? lastLine : rest
        return printable(String(decoding: words, as: UTF8.self), limit: 300)
    }
}
