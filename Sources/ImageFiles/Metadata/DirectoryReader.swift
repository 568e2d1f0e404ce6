import Foundation

/// Reads the directories of an EXIF block or of a TIFF file, both of which have TIFF's structure.
///
/// Everything is checked against the size of the data: hostile offsets, counts and loops end in fewer entries, never in a fault.
struct DirectoryReader {
    private let bytes: Data
    private let isLittleEndian: Bool

    private static let entryLimit = 1024
    private static let valueLimit = 1 << 20
    private static let exifPointer: UInt16 = 0x8769
    private static let gpsPointer: UInt16 = 0x8825

    /// A reader of data that starts with a TIFF header, or with `Exif`, two zero bytes and a TIFF header; nil for anything else, BigTIFF included.
    init?(_ data: Data) {
        bytes = data.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? data.dropFirst(6) : data
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 42, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
        default: return nil
        }
    }

    /// All entries of the main directory and of the EXIF and GPS directories it points to.
    func read() -> [DirectoryKind: [DirectoryEntry]] {
        guard let offset = long(4) else { return [:] }
        let main = entries(at: Int(offset))
        var result: [DirectoryKind: [DirectoryEntry]] = [.main: main]
        for entry in main {
            guard case .longs(let values) = entry.value, let target = values.first else { continue }
            if entry.tag == Self.exifPointer { result[.exif] = entries(at: Int(target)) }
            if entry.tag == Self.gpsPointer { result[.gps] = entries(at: Int(target)) }
        }
        return result
    }

    private func entries(at offset: Int) -> [DirectoryEntry] {
        guard let count = short(offset) else { return [] }
        return (0..<min(Int(count), Self.entryLimit)).compactMap { entry(at: offset + 2 + 12 * $0) }
    }

    private func entry(at offset: Int) -> DirectoryEntry? {
        guard let tag = short(offset), let type = short(offset + 2), let count = long(offset + 4).map(Int.init),
            let size = DirectoryEntry.Value.size(ofType: type), count > 0, count * size <= Self.valueLimit
        else { return nil }
        var start = offset + 8
        if count * size > 4 {
            guard let target = long(start) else { return nil }
            start = Int(target)
        }
        guard start >= 0, start + count * size <= bytes.count else { return nil }
        return value(type, count, start).map { DirectoryEntry(tag: tag, value: $0) }
    }

    private func value(_ type: UInt16, _ count: Int, _ start: Int) -> DirectoryEntry.Value? {
        let raw = Array(
            bytes[
                (bytes.startIndex + start)..<(bytes.startIndex + start + count
                    * (DirectoryEntry.Value.size(ofType: type) ?? 0))])
        func shorts() -> [UInt16] { (0..<count).compactMap { short(start + 2 * $0) } }
        func longs(_ n: Int) -> [UInt32] { (0..<n).compactMap { long(start + 4 * $0) } }
        switch type {
        case 1: return .bytes(raw)
        case 2: return .text(Self.text(raw))
        case 3: return .shorts(shorts())
        case 4, 13: return .longs(longs(count))
        case 5:
            let parts = longs(2 * count).map(Int64.init)
            return .rationals(
                (0..<count).map { ExifRational(numerator: parts[2 * $0], denominator: parts[2 * $0 + 1]) })
        case 6: return .signedBytes(raw.map { Int8(bitPattern: $0) })
        case 7: return .undefined(raw)
        case 8: return .signedShorts(shorts().map { Int16(bitPattern: $0) })
        case 9: return .signedLongs(longs(count).map { Int32(bitPattern: $0) })
        case 10:
            let parts = longs(2 * count).map { Int64(Int32(bitPattern: $0)) }
            return .signedRationals(
                (0..<count).map { ExifRational(numerator: parts[2 * $0], denominator: parts[2 * $0 + 1]) })
        case 11: return .floats(longs(count).map { Float(bitPattern: $0) })
        case 12:
            let halves = longs(2 * count).map(UInt64.init)
            return .doubles(
                (0..<count).map { index in
                    let (first, second) = (halves[2 * index], halves[2 * index + 1])
                    return Double(bitPattern: isLittleEndian ? second << 32 | first : first << 32 | second)
                })
        default: return nil
        }
    }

    /// Text up to the first zero; bytes that are not UTF-8 are taken for Latin-1, which old cameras write.
    static func text(_ raw: [UInt8]) -> String {
        let used = raw.prefix { $0 != 0 }
        let string = String(validating: used, as: UTF8.self) ?? String(used.map { Character(Unicode.Scalar($0)) })
        return string.trimmingCharacters(in: .whitespaces)
    }

    private func byte(_ offset: Int) -> UInt32? {
        offset >= 0 && offset < bytes.count ? UInt32(bytes[bytes.startIndex + offset]) : nil
    }

    private func short(_ offset: Int) -> UInt16? {
        guard let a = byte(offset), let b = byte(offset + 1) else { return nil }
        return UInt16(isLittleEndian ? b << 8 | a : a << 8 | b)
    }

    private func long(_ offset: Int) -> UInt32? {
        guard let a = short(offset), let b = short(offset + 2) else { return nil }
        return isLittleEndian ? UInt32(b) << 16 | UInt32(a) : UInt32(a) << 16 | UInt32(b)
    }
}
