import Foundation
import Glibc

/// Reads whole files, however short the single reads are.
///
/// The kernel generates files under `/proc` while they are read, a page or less at a time, and reports a size of 0.
/// Foundation stops at the first short read of such a file.
package enum FileReader {
    /// The error for a file that can't be read.
    package struct Failure: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// The path of the file.
        package let path: String
        /// The system's error number, `errno`.
        package let code: Int32

        /// The path and the system's message.
        package var description: String { "\(path) can't be read: \(String(cString: strerror(code)))" }

        /// The same text, for `localizedDescription`.
        package var errorDescription: String? { description }
    }

    /// Returns the bytes of a file.
    ///
    /// - Parameter limit: Maximum number of bytes.
    /// - Throws: `Failure`, with `EFBIG` for a file that is longer than the limit.
    package static func bytes(at path: String, limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe would wait for a writer. The flag is cleared afterwards, so that reads
        // wait for data.
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

    /// Returns the text of a file. Bytes that aren't valid UTF-8 are replaced.
    ///
    /// - Throws: the errors of ``bytes(at:limit:)``.
    package static func text(at path: String, limit: Int = 64 << 20) throws(Failure) -> String {
        String(decoding: try bytes(at: path, limit: limit), as: UTF8.self)
    }
}
