import CGLib
import Foundation

/// An incremental SHA-256. For use by one thread.
///
/// GLib computes it; the library is already loaded for libvips and Pango. A fast noncryptographic hash would be unsafe:
/// an author could make a unit that collides with another one, and it would inherit the record of that unit.
package final class ContentDigest {
    private let checksum: OpaquePointer

    /// Creates an empty digest.
    package init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

    deinit { g_checksum_free(checksum) }

    /// Adds bytes.
    package func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        g_checksum_update(checksum, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Adds bytes.
    package func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// Adds an integer as eight bytes, little endian.
    package func add(_ number: some BinaryInteger) {
        withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).littleEndian) { add($0) }
    }

    /// Returns the hash of data, in the format of `finish()`.
    package static func sha256(of data: Data) -> String {
        let digest = ContentDigest()
        data.withUnsafeBytes { digest.add($0) }
        return digest.finish()
    }

    /// Returns the hash as 64 lowercase hexadecimal digits. Nothing can be added afterwards.
    package func finish() -> String { String(cString: g_checksum_get_string(checksum)) }
}
