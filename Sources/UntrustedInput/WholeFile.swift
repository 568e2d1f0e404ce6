import Glibc

/// Reads files to their end, however short the single reads are.
///
/// The kernel writes files under `/proc` while they are read, a page or less at a time, and says that their size is 0. Foundation stops at
/// the first short read of such a file.
public enum WholeFile {
    /// A file could not be read.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The file.
        public let path: String
        /// The system's error number.
        public let code: Int32

        /// The path and the system's words.
        public var description: String { "\(path) can't be read: \(String(cString: strerror(code)))" }
    }

    /// The bytes of a file.
    ///
    /// - Parameter limit: The most bytes to read.
    /// - Throws: `Failure`, with `EFBIG` for a file that is longer than the limit.
    public static func bytes(at path: String, limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
        // Opening a pipe would wait for somebody to write to it. Reading waits for those who are there.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Failure(path: path, code: errno) }
        defer { close(file) }
        _ = fcntl(file, F_SETFL, 0)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &part, part.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(path: path, code: errno)
            }
            if count == 0 { return bytes }
            bytes += part[..<count]
            if bytes.count > limit { throw Failure(path: path, code: EFBIG) }
        }
    }

    /// The text of a file; bytes that are not UTF-8 are replaced.
    ///
    /// - Throws: what ``bytes(at:limit:)`` throws.
    public static func text(at path: String, limit: Int = 64 << 20) throws(Failure) -> String {
        String(decoding: try bytes(at: path, limit: limit), as: UTF8.self)
    }
}
