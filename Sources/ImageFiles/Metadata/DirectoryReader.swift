import Foundation

/// Reads the directories of an EXIF block or of a TIFF file, which have the same structure.
///
/// All offsets and counts are checked against the size of the data. Malicious data gives fewer entries, but never a
/// crash or an endless loop.
struct DirectoryReader {
    private let bytes: Data
    private let isLittleEndian: Bool
    /// Whether offsets and counts have 64 bits (BigTIFF).
    private let isBig: Bool

    private static let entryLimit = 1024
    private static let valueLimit = 1 << 20
    /// Maximum size of all values together, in bytes. Several entries may share one value, so the file's size doesn't
    /// limit the total.
    private static let totalValueLimit = 8 << 20
    private static let exifPointer: UInt16 = 0x8769
    private static let gpsPointer: UInt16 = 0x8825

    /// Creates a reader for data that starts with a TIFF header, or with `Exif`, two zero bytes and a TIFF header; nil
    /// for other data.
    init?(_ data: Data) {
        bytes = data.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? data.dropFirst(6) : data
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 42, 0]: (isLittleEndian, isBig) = (true, false)
        case [0x4D, 0x4D, 0, 42]: (isLittleEndian, isBig) = (false, false)
        case [0x49, 0x49, 43, 0]: (isLittleEndian, isBig) = (true, true)
        case [0x4D, 0x4D, 0, 43]: (isLittleEndian, isBig) = (false, true)
        default: return nil
        }
    }

    /// The offset of the first directory.
    var firstDirectory: Int? { offset(isBig ? 8 : 4) }

    /// Reads all entries of the main directory, and of the EXIF and GPS directories that it points to.
    func read() -> [DirectoryKind: [DirectoryEntry]] {
        guard let first = firstDirectory else { return [:] }
        var budget = Self.totalValueLimit
        let main = entries(at: first, budget: &budget)
        var result: [DirectoryKind: [DirectoryEntry]] = [.main: main]
        for entry in main {
            guard case .longs(let values) = entry.value, let target = values.first else { continue }
            if entry.tag == Self.exifPointer, result[.exif] == nil {
                result[.exif] = entries(at: Int(target), budget: &budget)
            }
            if entry.tag == Self.gpsPointer, result[.gps] == nil {
                result[.gps] = entries(at: Int(target), budget: &budget)
            }
        }
        return result
    }

    private func entries(at offset: Int, budget: inout Int) -> [DirectoryEntry] {
        var result: [DirectoryEntry] = []
        for entry in entryOffsets(at: offset) {
            guard let field = field(at: entry), field.byteCount <= min(Self.valueLimit, budget) else { continue }
            budget -= field.byteCount
            guard let value = value(field.type, field.count, field.start) else { continue }
            result.append(DirectoryEntry(tag: field.tag, value: value))
        }
        return result
    }

    /// A directory entry whose value is inside the data.
    private struct Field {
        var tag: UInt16
        var type: UInt16
        var count: Int
        /// The offset of the value.
        var start: Int
        var byteCount: Int
    }

    /// Returns the offsets of a directory's entries, at most `entryLimit` of them.
    private func entryOffsets(at offset: Int) -> [Int] {
        guard let table = table(at: offset) else { return [] }
        return (0..<min(table.count, Self.entryLimit)).map { table.first + table.step * $0 }
    }

    /// Returns the number of a directory's entries as stored, the offset of the first, and the size of an entry.
    private func table(at offset: Int) -> (count: Int, first: Int, step: Int)? {
        guard let count = isBig ? self.offset(offset) : short(offset).map(Int.init), count >= 0 else { return nil }
        return isBig ? (count, offset + 8, 20) : (count, offset + 2, 12)
    }

    /// Returns the offset of the following directory, which is stored after the last entry; 0 if there is none.
    private func next(after offset: Int) -> Int {
        guard let table = table(at: offset) else { return 0 }
        let (size, isTooLarge) = table.count.multipliedReportingOverflow(by: table.step)
        guard !isTooLarge, size <= bytes.count else { return 0 }
        return self.offset(table.first + size) ?? 0
    }

    private func field(at entry: Int) -> Field? {
        guard let tag = short(entry), let type = short(entry + 2), let count = offset(entry + 4),
            let size = DirectoryEntry.Value.size(ofType: type), count > 0, count <= bytes.count
        else { return nil }
        var start = entry + (isBig ? 12 : 8)
        if count * size > (isBig ? 8 : 4) {
            guard let target = offset(start) else { return nil }
            start = target
        }
        guard start <= bytes.count, start + count * size <= bytes.count else { return nil }
        return Field(tag: tag, type: type, count: count, start: start, byteCount: count * size)
    }

    /// Reads the directory at an offset; nil if there is none. `next` is the offset of the following directory in the
    /// chain, 0 after the last.
    ///
    /// - Parameter tags: The tags to read. Only the first 64 values of each are returned.
    func integers(at offset: Int, tags: Set<UInt16>) -> (values: [UInt16: [Int]], next: Int)? {
        let entries = entryOffsets(at: offset)
        guard !entries.isEmpty else { return nil }
        var result: [UInt16: [Int]] = [:]
        for entry in entries {
            guard let field = field(at: entry), tags.contains(field.tag) else { continue }
            result[field.tag] = (0..<min(field.count, 64)).compactMap { integer(field, $0) }
        }
        return (result, next(after: offset))
    }

    /// Returns the text of a tag in the directory at an offset, at most 64 bytes of it.
    func text(at offset: Int, tag: UInt16) -> String? {
        for entry in entryOffsets(at: offset) {
            guard let field = field(at: entry), field.tag == tag, field.type == 2 else { continue }
            let start = bytes.startIndex + field.start
            return Self.text(Array(bytes[start..<start + min(field.count, 64)]))
        }
        return nil
    }

    private func integer(_ field: Field, _ index: Int) -> Int? {
        switch field.type {
        case 1, 7: byte(field.start + index).map(Int.init)
        case 3: short(field.start + 2 * index).map(Int.init)
        case 4, 13: long(field.start + 4 * index).map(Int.init)
        case 16, 18: uint64(field.start + 8 * index)
        default: nil
        }
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

    /// Decodes text up to the first zero. Bytes that are not UTF-8 are read as Latin-1, which old cameras write.
    static func text(_ raw: [UInt8]) -> String {
        let used = raw.prefix { $0 != 0 }
        let string = String(validating: used, as: UTF8.self) ?? String(used.map { Character(Unicode.Scalar($0)) })
        return string.trimmingCharacters(in: .whitespaces)
    }

    private func byte(_ offset: Int) -> UInt32? {
        offset >= 0 && offset < bytes.count ? UInt32(bytes[bytes.startIndex + offset]) : nil
    }

    /// Reads an offset or count: 32 bits, or 64 in BigTIFF.
    private func offset(_ position: Int) -> Int? { isBig ? uint64(position) : long(position).map(Int.init) }

    private func uint64(_ offset: Int) -> Int? {
        guard let a = long(offset), let b = long(offset + 4) else { return nil }
        let (low, high) = isLittleEndian ? (a, b) : (b, a)
        return Int(exactly: UInt64(high) << 32 | UInt64(low))
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
