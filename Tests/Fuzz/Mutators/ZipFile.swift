import Foundation

/// A zip file in which every field may be wrong. Files are stored, not compressed.
struct ZipFile {
    /// A file, with the fields of its local header and of its entry in the central directory.
    struct Entry {
        var name: [UInt8]
        var data: [UInt8]
        /// The type and permissions, as in `stat`.
        var mode: UInt32 = 0o100644
        /// The compression method: 0 is stored. Other values are false, because the bytes are never compressed.
        var method: UInt16 = 0
        /// The flags: 1 is encrypted, 8 has its sizes after the data, 0x800 has its name in UTF-8.
        var flags: UInt16 = 0x800
        /// Values written instead of the right ones; nil for the right ones.
        var size: UInt32?
        var packedSize: UInt32?
        var checksum: UInt32?
        var offset: UInt32?
        var localName: [UInt8]?
        var extra: [UInt8] = []
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    /// The number of files in the end record; nil for the right one.
    var count: UInt16?
    var directoryOffset: UInt32?

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = entry.offset ?? UInt32(bytes.count)
            let sums =
                Self.little(entry.checksum ?? Self.checksum(entry.data))
                + Self.little(entry.packedSize ?? UInt32(entry.data.count))
                + Self.little(entry.size ?? UInt32(entry.data.count))
            let local = entry.localName ?? entry.name
            bytes += Self.little(0x0403_4B50 as UInt32) + Self.little(20 as UInt16) + Self.little(entry.flags)
            bytes += Self.little(entry.method) + Self.little(0x2100_0000 as UInt32) + sums
            bytes +=
                Self.little(UInt16(truncatingIfNeeded: local.count))
                + Self.little(UInt16(truncatingIfNeeded: entry.extra.count))
            bytes += local + entry.extra + entry.data
            directory += Self.little(0x0201_4B50 as UInt32) + Self.little(0x031E as UInt16) + Self.little(20 as UInt16)
            directory +=
                Self.little(entry.flags) + Self.little(entry.method) + Self.little(0x2100_0000 as UInt32) + sums
            directory += Self.little(UInt16(truncatingIfNeeded: entry.name.count))
            directory += Self.little(UInt16(truncatingIfNeeded: entry.extra.count)) + [0, 0, 0, 0, 0, 0]
            directory += Self.little(entry.mode << 16) + Self.little(offset) + entry.name + entry.extra
        }
        let number = Self.little(count ?? UInt16(truncatingIfNeeded: entries.count))
        let end =
            Self.little(0x0605_4B50 as UInt32) + [0, 0, 0, 0] + number + number + Self.little(UInt32(directory.count))
            + Self.little(directoryOffset ?? UInt32(bytes.count))
            + Self.little(UInt16(truncatingIfNeeded: comment.count))
        return bytes + directory + end + comment
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Returns the CRC-32 of zip files.
    static func checksum(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(~UInt32(0)) { sum, byte in sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}
