import Foundation
import Glibc

/// The reason why memory can't be shared with another process.
package struct SharedMemoryError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// The size of the memory, in bytes.
    package let bytes: Int
    /// The cause, as part of a sentence.
    package let reason: String
    /// The error number of the system call that failed; 0 if none did.
    package let code: Int32

    /// Creates an error.
    package init(bytes: Int, reason: String, code: Int32 = 0) {
        (self.bytes, self.reason, self.code) = (bytes, reason, code)
    }

    /// The failure and its remedy.
    package var description: String { "\(bytes) bytes can't be shared with the worker: \(reason). \(remedy)" }

    private var remedy: String {
        switch code {
        // Shared memory counts as a file.
        case EFBIG: "Raise the limit on the size of files (ulimit -f)."
        case EMFILE, ENFILE: "Raise the limit on open files (ulimit -n)."
        default: "Free memory, or use smaller pictures, if it is short."
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
