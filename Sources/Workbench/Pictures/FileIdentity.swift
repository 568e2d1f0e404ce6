import Foundation

/// Which file is at a path, and when it was changed last.
struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file; nil if there is none.
    init?(_ url: URL) {
        var information = stat()
        guard stat(url.path, &information) == 0 else { return nil }
        (device, number, size) = (UInt64(information.st_dev), UInt64(information.st_ino), Int64(information.st_size))
        (seconds, nanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
    }
}
