import Foundation

/// Finds IPTC-IIM records where picture files keep them, and puts them there: JPEG in Photoshop's image resources, TIFF
/// in a tag.
enum IPTCRecords {
    /// The tag IPTC/NAA of a TIFF's main directory.
    private static let tag: UInt16 = 0x83BB
    /// What each record begins with (IPTC-IIM 4.2, section 1.5).
    private static let recordMark: UInt8 = 0x1C
    /// What the JPEG segment APP13 of Photoshop begins with.
    private static let segmentMark = Data("Photoshop 3.0\0".utf8)
    private static let resourceMark = Data("8BIM".utf8)
    /// The number of the resource that holds the records.
    private static let resourceNumber = 0x0404

    /// The records among the properties.
    static func stored(in properties: [String: any Sendable]) -> Data? {
        guard let records = properties[imagePropertyIPTCRecords] as? Data, !records.isEmpty else { return nil }
        return records
    }

    /// The entry of a TIFF's main directory.
    ///
    /// Bytes, not libtiff's and libvips' groups of four: what reads those back loses three quarters of them.
    static func entry(_ records: Data) -> DirectoryEntry {
        DirectoryEntry(tag: tag, value: .undefined(Array(records)))
    }

    /// The records in a TIFF's main directory.
    static func records(in directory: [DirectoryEntry]) -> Data? {
        guard let entry = directory.first(where: { $0.tag == tag }) else { return nil }
        switch entry.value {
        case .bytes(let bytes), .undefined(let bytes): return checked(Data(bytes))
        case .longs(let words):
            // Some programs count the bytes in groups of four, in the file's order or in their own.
            return checked(data(words.map(\.littleEndian))) ?? checked(data(words.map(\.bigEndian)))
        default: return nil
        }
    }

    /// The JPEG segment that holds the records.
    static func segment(holding records: Data) -> Data {
        var segment = segmentMark + resourceMark
        // The number and an empty name of two bytes.
        segment.append(contentsOf: [UInt8(resourceNumber >> 8), UInt8(resourceNumber & 255), 0, 0])
        withUnsafeBytes(of: UInt32(clamping: records.count).bigEndian) { segment.append(contentsOf: $0) }
        segment.append(records)
        if records.count % 2 == 1 { segment.append(0) }
        return segment
    }

    /// The records in a JPEG segment APP13.
    static func records(inSegment segment: Data) -> Data? {
        let bytes = Array(segment)
        guard bytes.starts(with: segmentMark) else { return nil }
        var place = segmentMark.count
        while place + 8 <= bytes.count, bytes[place..<place + 4].elementsEqual(resourceMark) {
            let number = Int(bytes[place + 4]) << 8 | Int(bytes[place + 5])
            // A name has a byte for its length, and is filled up to an even number of bytes.
            let size = place + 6 + (Int(bytes[place + 6]) + 2) & ~1
            guard size + 4 <= bytes.count else { return nil }
            let count = bytes[size..<size + 4].reduce(0) { $0 << 8 | Int($1) }
            let start = size + 4
            guard count <= bytes.count - start else { return nil }
            if number == resourceNumber { return checked(Data(bytes[start..<start + count])) }
            place = start + count + count % 2
        }
        return nil
    }

    private static func checked(_ records: Data) -> Data? { records.first == recordMark ? records : nil }

    private static func data(_ words: [UInt32]) -> Data { words.withUnsafeBytes { Data($0) } }
}
