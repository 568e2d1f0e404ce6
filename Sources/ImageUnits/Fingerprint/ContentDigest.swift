import CGLib
import Foundation

/// SHA-256 of bytes that come in pieces. Used by one thread.
///
/// GLib computes it, which is there already under libvips and Pango. A hash that is merely fast would not do: units are other people's work,
/// and one made to collide with another would inherit what is known of that one.
public final class ContentDigest {
    private let checksum: OpaquePointer

    /// A digest of nothing yet.
    public init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

    deinit { g_checksum_free(checksum) }

    /// Adds bytes.
    public func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        g_checksum_update(checksum, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Adds bytes.
    public func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// Adds a number as eight bytes, little endian.
    public func add(_ number: some BinaryInteger) {
        withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).littleEndian) { add($0) }
    }

    /// The hash of data, as `finish()` gives it.
    public static func sha256(of data: Data) -> String {
        let digest = ContentDigest()
        data.withUnsafeBytes { digest.add($0) }
        return digest.finish()
    }

    /// The hash as 64 hexadecimal digits in small letters. Nothing can be added afterwards.
    public func finish() -> String { String(cString: g_checksum_get_string(checksum)) }
}
