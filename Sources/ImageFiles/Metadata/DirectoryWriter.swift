import Foundation

/// Writes a main directory, and the EXIF and GPS directories that it points to, in the structure of TIFF and EXIF;
/// little-endian.
struct DirectoryWriter {
    private var data = Data()
    /// The offset of `data` in the file or block. Stored offsets are relative to the start of that file or block.
    private let base: Int

    private static let exifPointer: UInt16 = 0x8769
    private static let gpsPointer: UInt16 = 0x8825

    private init(base: Int) { self.base = base }

    /// Returns an EXIF block: a TIFF header and the directories, without the `Exif` prefix that JPEG requires.
    static func block(_ directories: [DirectoryKind: [DirectoryEntry]]) -> Data {
        Data([0x49, 0x49, 42, 0, 8, 0, 0, 0]) + layout(directories, carried: [:], base: 8)
    }

    /// Returns the directories for the offset `base` in a file.
    ///
    /// - Parameter carried: Unchanged entries of an older main directory, twelve bytes each, whose values stay where
    ///   they are. A new entry replaces one with the same tag.
    static func layout(
        _ directories: [DirectoryKind: [DirectoryEntry]], carried: [UInt16: Data], base: Int
    ) -> Data {
        var writer = DirectoryWriter(base: base)
        let exif = directories[.exif] ?? []
        let gps = directories[.gps] ?? []
        var main = directories[.main] ?? []
        // The pointers are set after the preceding directories have been written.
        if !exif.isEmpty { main.append(DirectoryEntry(tag: exifPointer, value: .longs([0]))) }
        if !gps.isEmpty { main.append(DirectoryEntry(tag: gpsPointer, value: .longs([0]))) }
        let places = writer.append(main, carried)
        for (entries, pointer) in [(exif, exifPointer), (gps, gpsPointer)] where !entries.isEmpty {
            guard let place = places[pointer] else { continue }
            writer.patch(UInt32(base + writer.data.count), at: place)
            _ = writer.append(entries, [:])
        }
        return writer.data
    }

    /// Appends a directory, and after it the values that don't fit into its entries.
    ///
    /// - Returns: The position of each new tag's value field in `data`.
    private mutating func append(_ entries: [DirectoryEntry], _ carried: [UInt16: Data]) -> [UInt16: Int] {
        let new = Dictionary(entries.map { ($0.tag, $0.value) }, uniquingKeysWith: { first, _ in first })
        let tags = Set(new.keys).union(carried.keys).sorted()
        put(UInt16(tags.count))
        let tailStart = base + data.count + 12 * tags.count + 4
        var places: [UInt16: Int] = [:]
        var tail = Data()
        for tag in tags {
            guard let value = new[tag] else {
                data.append(carried[tag] ?? Data(count: 12))
                continue
            }
            let raw = Self.raw(value)
            put(tag)
            put(value.type)
            put(UInt32(raw.count / (DirectoryEntry.Value.size(ofType: value.type) ?? 1)))
            places[tag] = data.count
            if raw.count <= 4 {
                data.append(raw)
                data.append(Data(count: 4 - raw.count))
            } else {
                put(UInt32(tailStart + tail.count))
                tail.append(raw)
                if raw.count % 2 == 1 { tail.append(0) }
            }
        }
        put(UInt32(0))
        data.append(tail)
        return places
    }

    private mutating func put<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }

    private mutating func patch(_ value: UInt32, at place: Int) {
        withUnsafeBytes(of: value.littleEndian) { data.replaceSubrange(place..<place + 4, with: $0) }
    }

    private static func raw(_ value: DirectoryEntry.Value) -> Data {
        var out = Data()
        func add<T: FixedWidthInteger>(_ number: T) {
            withUnsafeBytes(of: number.littleEndian) { out.append(contentsOf: $0) }
        }
        switch value {
        case .bytes(let v), .undefined(let v): out.append(contentsOf: v)
        case .text(let v):
            out.append(contentsOf: v.utf8)
            out.append(0)
        case .shorts(let v): v.forEach(add)
        case .longs(let v): v.forEach(add)
        case .rationals(let v):
            for r in v {
                add(UInt32(clamping: r.numerator))
                add(UInt32(clamping: r.denominator))
            }
        case .signedBytes(let v): v.forEach(add)
        case .signedShorts(let v): v.forEach(add)
        case .signedLongs(let v): v.forEach(add)
        case .signedRationals(let v):
            for r in v {
                add(Int32(clamping: r.numerator))
                add(Int32(clamping: r.denominator))
            }
        case .floats(let v): v.forEach { add($0.bitPattern) }
        case .doubles(let v): v.forEach { add($0.bitPattern) }
        }
        return out
    }
}
