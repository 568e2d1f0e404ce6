import Foundation

/// The reason why memory can't be shared with another process.
package struct SharedMemoryError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// The size of the memory, in bytes.
    package let bytes: Int
    /// The cause, as part of a sentence.
    package let reason: String

    /// Creates an error.
    package init(bytes: Int, reason: String) { (self.bytes, self.reason) = (bytes, reason) }

    /// The failure and its remedy.
    package var description: String {
        "\(bytes) bytes can't be shared with the worker: \(reason). Free memory, or use smaller pictures, if it is short."
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
