import Foundation

/// What a file descriptor refers to: memory that other devices and processes share. The descriptor is the
/// application's.
struct SharedFile: Sendable, Hashable {
    let descriptor: Int32
    /// Size in bytes; nil if the file has none of its own.
    let byteCount: Int?
    private let device: UInt64
    private let number: UInt64

    /// Throws if the descriptor isn't open.
    init(_ descriptor: Int32) throws(TextureRefusal) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw TextureRefusal(
                "the texture's file descriptor \(descriptor) isn't open; close it after the texture is made")
        }
        byteCount = status.st_size > 0 ? Int(status.st_size) : nil
        (self.descriptor, device, number) = (descriptor, UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Whether both descriptors refer to the same memory.
    func isSame(as other: SharedFile) -> Bool { device == other.device && number == other.number }

    /// Gives a duplicate of the descriptor to a driver.
    ///
    /// - Parameter take: Returns whether the driver has taken the memory. Then the driver closes the duplicate.
    func give(to take: (Int32) -> Bool) throws(TextureRefusal) {
        Self.giving.lock()
        defer { Self.giving.unlock() }
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.lowestDuplicate)
        guard duplicate >= 0 else {
            throw TextureRefusal("the texture's file descriptor can't be duplicated; allow more open files")
        }
        if take(duplicate) { return }
        // Some drivers have closed it.
        if let file = try? SharedFile(duplicate), file.isSame(as: self) { close(duplicate) }
    }

    /// Duplicates are given one at a time, so that one isn't taken for an earlier one that a driver has closed.
    private static let giving = NSLock()

    /// The lowest number of a duplicate. Files that other threads open get the lowest free number, so they don't get
    /// that of a duplicate that a driver has closed.
    private static var lowestDuplicate: Int32 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int32(min(limit.rlim_cur / 4 * 3, 1 << 13))
    }
}
