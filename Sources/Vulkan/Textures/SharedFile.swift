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

    /// Closes a duplicate whose memory a driver has refused. Some drivers have closed it then, and its number may be
    /// that of another file already.
    func closeRefused(_ duplicate: Int32) {
        if let file = try? SharedFile(duplicate), file.isSame(as: self) { close(duplicate) }
    }

    /// Whether both descriptors refer to the same memory.
    func isSame(as other: SharedFile) -> Bool { device == other.device && number == other.number }

    /// Returns a descriptor for a driver, which closes it.
    func duplicate() throws(TextureRefusal) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            throw TextureRefusal("the texture's file descriptor can't be duplicated; allow more open files")
        }
        return copy
    }
}
