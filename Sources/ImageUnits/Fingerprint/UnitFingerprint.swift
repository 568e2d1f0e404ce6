import Foundation
import Glibc

/// The identity of one version of a unit: a SHA-256 of the names and contents of everything in its bundle.
///
/// Two bundles with the same fingerprint are the same unit, wherever they are. Changing a byte, or adding, removing or
/// renaming a file, gives another fingerprint. A symbolic link is not followed; its target path is hashed. A value;
/// safe to share between threads.
package struct UnitFingerprint: Sendable, Hashable, Codable, CustomStringConvertible {
    /// 64 lowercase hexadecimal digits.
    package let hexadecimal: String

    /// Creates a fingerprint from 64 lowercase hexadecimal digits; nil for any other text.
    package init?(hexadecimal: String) {
        guard hexadecimal.utf8.count == 64, hexadecimal.utf8.allSatisfy(Array("0123456789abcdef".utf8).contains) else {
            return nil
        }
        self.hexadecimal = hexadecimal
    }

    /// Computes the fingerprint of a bundle by reading all its files.
    ///
    /// - Throws: `ImageUnitProblem` if the bundle is not a folder, exceeds the limits (256 MiB, 10 000 entries, 16
    ///   nested folders), can't be read, or changes while it is read.
    package init(of bundle: URL) throws(ImageUnitProblem) {
        guard let folder = UnitFolder(bundle: bundle) else { throw .notAFolder }
        self = try Self(BundleContents(folder))
    }

    /// The 64 hexadecimal digits.
    package var description: String { hexadecimal }

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
        // The length is hashed before the bytes, so that one file can't have the same hash as two.
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
