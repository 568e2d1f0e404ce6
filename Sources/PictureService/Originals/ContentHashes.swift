import ChildProcesses
import Foundation
import ImageUnits
import Synchronization

/// The hashes of files that were asked for last, so that a file isn't read again to find that it hasn't changed.
/// Thread-safe.
final class ContentHashes: Sendable {
    /// A file, and what changes with its contents.
    struct Version: Hashable {
        let device: UInt64
        let file: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        /// Reads the version of an open file.
        init?(_ file: FileDescriptor) {
            var information = stat()
            guard withExtendedLifetime(file, { fstat(file.number, &information) }) == 0 else { return nil }
            (device, self.file) = (UInt64(information.st_dev), UInt64(information.st_ino))
            size = Int64(information.st_size)
            (seconds, nanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
        }
    }

    private static let capacity = 8192

    private let hashes = Mutex<[Version: String]>([:])

    /// Returns the SHA-256 of a file, and its version. Blocks the thread while the file is read.
    ///
    /// - Throws: `Problem` if it can't be read.
    func hash(of file: FileDescriptor) throws(Problem) -> (hash: String, version: Version) {
        guard let version = Version(file) else { throw Self.unreadable }
        if let known = hashes.withLock({ $0[version] }) { return (known, version) }
        let digest = ContentDigest()
        var part = [UInt8](repeating: 0, count: 1 << 18)
        var offset = 0
        while true {
            let count = withExtendedLifetime(file) { pread(file.number, &part, part.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.unreadable }
            if count == 0 { break }
            part.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            offset += count
        }
        let hash = digest.finish()
        hashes.withLock { hashes in
            if hashes.count >= Self.capacity { hashes = [:] }
            hashes[version] = hash
        }
        return (hash, version)
    }

    private static var unreadable: Problem {
        Problem(.internal, "The picture can't be read.", remedy: "Report it to the operator.")
    }
}
