import Foundation

/// The reason why results are not cached on disk. Everything else continues to work.
package enum DiskCacheError: Error, Sendable, Hashable {
    /// A file or folder can't be opened, created or written.
    case unusable(path: String, errno: Int32)
    /// The folder belongs to another user, or others may write to it, so its contents can't be trusted.
    case notPrivate(path: String)
}

extension DiskCacheError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    package var description: String {
        switch self {
        case .unusable(let path, let number):
            "nothing is cached in \(path): \(String(cString: strerror(number))); name a folder in COREIMAGE_CACHE"
        case .notPrivate(let path):
            "nothing is cached in \(path), as others may write there; run 'chmod 700' on it, or name a folder of your own in "
                + "COREIMAGE_CACHE"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
