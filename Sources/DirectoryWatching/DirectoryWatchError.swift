import Foundation

/// The reason why a directory can't be watched: an error of the system.
package struct DirectoryWatchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system's number of the error, such as `ENOSPC`.
    package let code: Int32

    /// The system's text.
    package var description: String { String(cString: strerror(code)) }

    /// Whether the directory, or what is above it, doesn't exist or isn't a directory.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
