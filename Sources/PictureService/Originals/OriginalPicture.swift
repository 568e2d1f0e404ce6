import ChildProcesses
import Foundation

/// A picture as it came from its source.
struct OriginalPicture: Sendable {
    /// The bytes.
    let file: FileDescriptor
    /// The SHA-256 of the bytes. Nil if no result is compared by it.
    let hash: String?
    /// What would change if the file was changed. Nil for bytes in memory.
    let version: ContentHashes.Version?

    /// Whether the bytes are still those of the hash.
    var isUnchanged: Bool { version.map { $0 == ContentHashes.Version(file) } ?? true }

    /// Whether the format of the picture can have alpha. JPEG and most formats of cameras can't.
    var mayHaveAlpha: Bool {
        var start = [UInt8](repeating: 0, count: 12)
        guard withExtendedLifetime(file, { pread(file.number, &start, start.count, 0) }) == start.count else {
            return false
        }
        return start.starts(with: [0x89, 0x50, 0x4e, 0x47]) || start.starts(with: Array("GIF8".utf8))
            || start.starts(with: Array("RIFF".utf8)) && start[8...].elementsEqual("WEBP".utf8)
    }
}
