import Foundation

/// Writes a zip archive of uncompressed files.
struct HostilePackage {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds a file.
    mutating func add(_ path: String, _ data: Data) {
        let name = Array(path.utf8)
        let sum = Self.checksum(data)
        let offset = bytes.count
        // Version 2.0, names in UTF-8, stored, 1980-01-01.
        let common: [UInt8] =
            [20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0] + Self.little(sum, 4) + Self.little(UInt32(data.count), 4)
            + Self.little(UInt32(data.count), 4) + Self.little(UInt32(name.count), 2) + [0, 0]
        bytes += [0x50, 0x4B, 3, 4] + common + name + [UInt8](data)
        directory += [0x50, 0x4B, 1, 2, 20, 3] + common + [0, 0, 0, 0, 0, 0] + Self.little(0o100644 << 16, 4)
        directory += Self.little(UInt32(offset), 4) + name
        count += 1
    }

    /// The bytes of the archive.
    var data: Data {
        let end: [UInt8] =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.little(UInt32(count), 2) + Self.little(UInt32(count), 2)
            + Self.little(UInt32(directory.count), 4) + Self.little(UInt32(bytes.count), 4) + [0, 0]
        return Data(bytes + directory + end)
    }

    private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func checksum(_ data: Data) -> UInt32 {
        var sum = UInt32.max
        for byte in data { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
}
