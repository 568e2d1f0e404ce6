import Foundation
import Glibc

/// What tells a version of a unit from every other: a SHA-256 over the names and the bytes of all that its bundle holds.
///
/// Two bundles with the same fingerprint are the same unit, wherever they stand; a changed byte, a renamed, added or removed file gives
/// another. Symbolic links count by what they say, and are not followed. A value; safe to share between threads.
public struct UnitFingerprint: Sendable, Hashable, Codable, CustomStringConvertible {
    /// 64 hexadecimal digits, in small letters.
    public let hexadecimal: String

    /// The fingerprint that was written as 64 hexadecimal digits in small letters; nil for any other text.
    public init?(hexadecimal: String) {
        guard hexadecimal.utf8.count == 64, hexadecimal.utf8.allSatisfy(Array("0123456789abcdef".utf8).contains) else {
            return nil
        }
        self.hexadecimal = hexadecimal
    }

    /// Reads every file of a bundle.
    ///
    /// - Throws: `ImageUnitProblem` when the bundle is no folder, is larger than a unit may be (256 MiB, 10 000 files, 16 nested folders),
    ///   can't be read, or changes while it is read.
    public init(of bundle: URL) throws(ImageUnitProblem) {
        guard let folder = UnitFolder(bundle: bundle) else { throw .notAFolder }
        self = try Self(BundleContents(folder))
    }

    /// The same 64 digits.
    public var description: String { hexadecimal }

    init(_ contents: BundleContents) throws(ImageUnitProblem) {
        let digest = ContentDigest()
        digest.add(Array("image unit, layout 1".utf8))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        for entry in contents.entries {
            digest.add(Int(entry.kind.rawValue))
            digest.add(entry.path.count)
            digest.add(entry.path)
            switch entry.kind {
            case .folder, .special: break
            case .link:
                let target = contents.target(of: entry.path) ?? []
                digest.add(target.count)
                digest.add(target)
            case .file:
                try Self.add(entry, of: contents, to: digest, buffer: &buffer)
            }
        }
        hexadecimal = digest.finish()
    }

    private static func add(
        _ entry: BundleContents.Entry, of contents: BundleContents, to digest: ContentDigest, buffer: inout [UInt8]
    ) throws(ImageUnitProblem) {
        let path = String(decoding: entry.path, as: UTF8.self)
        let file = contents.open(entry.path, flags: O_RDONLY)
        guard file >= 0 else { throw .unreadableFile(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        // The length goes before the bytes, so that no file can pretend to be two.
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == entry.status.st_size
        else { throw .unreadableFile(path: path, reason: "it changed meanwhile") }
        let size = Int(status.st_size)
        digest.add(size)
        var total = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress!, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .unreadableFile(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { break }
            total += count
            guard total <= size else { break }
            buffer.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        guard total == size else { throw .unreadableFile(path: path, reason: "it changed meanwhile") }
    }
}
