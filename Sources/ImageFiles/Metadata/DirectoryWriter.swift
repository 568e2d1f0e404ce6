import Foundation

/// Writes directories as an EXIF block: a little-endian TIFF header, the main directory, and the EXIF and GPS directories it points to.
struct DirectoryWriter {
    private(set) var data = Data([0x49, 0x49, 42, 0, 8, 0, 0, 0])

    static let exifPointer: UInt16 = 0x8769
    static let gpsPointer: UInt16 = 0x8825

    /// The block, without the `Exif` prefix that JPEG puts before it.
    static func block(_ directories: [DirectoryKind: [DirectoryEntry]]) -> Data {
        var writer = DirectoryWriter()
        let exif = directories[.exif] ?? []
        let gps = directories[.gps] ?? []
        var main = directories[.main] ?? []
        // The pointers are known once the directories before them have been laid out.
        if !exif.isEmpty { main.append(DirectoryEntry(tag: exifPointer, value: .longs([0]))) }
        if !gps.isEmpty { main.append(DirectoryEntry(tag: gpsPointer, value: .longs([0]))) }
        let places = writer.append(main)
        if !exif.isEmpty, let place = places[exifPointer] {
            writer.patch(UInt32(writer.data.count), at: place)
            _ = writer.append(exif)
        }
        if !gps.isEmpty, let place = places[gpsPointer] {
            writer.patch(UInt32(writer.data.count), at: place)
            _ = writer.append(gps)
        }
        return writer.data
    }

    /// Appends a directory and the values that don't fit in it; returns where each tag's value field is.
    private mutating func append(_ entries: [DirectoryEntry]) -> [UInt16: Int] {
        let sorted = entries.sorted { $0.tag < $1.tag }
        let start = data.count
        put16(UInt16(sorted.count))
        var places: [UInt16: Int] = [:]
        var tail = Data()
        let tailStart = start + 2 + 12 * sorted.count + 4
        for entry in sorted {
            let raw = Self.raw(entry.value)
            put16(entry.tag)
            put16(entry.value.type)
            put32(UInt32(raw.count / (DirectoryEntry.Value.size(ofType: entry.value.type) ?? 1)))
            places[entry.tag] = data.count
            if raw.count <= 4 {
                data.append(raw)
                data.append(Data(count: 4 - raw.count))
            } else {
                put32(UInt32(tailStart + tail.count))
                tail.append(raw)
                if raw.count % 2 == 1 { tail.append(0) }
            }
        }
        put32(0)
        data.append(tail)
        return places
    }

    private mutating func put16(_ value: UInt16) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    private mutating func put32(_ value: UInt32) {
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
