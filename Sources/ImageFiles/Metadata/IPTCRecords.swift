import Foundation

/// Reads and writes IPTC-IIM records in picture files. JPEG has them in Photoshop's image resources, TIFF in a tag.
enum IPTCRecords {
    /// The tag IPTC/NAA in the main directory of a TIFF.
    private static let tag: UInt16 = 0x83BB
    /// The first byte of each record (IPTC-IIM 4.2, section 1.5).
    private static let recordMark: UInt8 = 0x1C
    /// The start of Photoshop's APP13 segment in a JPEG.
    private static let segmentMark = Data("Photoshop 3.0\0".utf8)
    private static let resourceMark = Data("8BIM".utf8)
    /// The number of the image resource with the records.
    private static let resourceNumber = 0x0404

    /// Returns the records in a dictionary of properties.
    static func stored(in properties: [String: any Sendable]) -> Data? {
        guard let records = properties[imagePropertyIPTCRecords] as? Data, !records.isEmpty else { return nil }
        return records
    }

    /// Returns the entry for a TIFF's main directory.
    ///
    /// Its type is bytes, not the groups of four that libtiff and libvips write: their readers return only a quarter of
    /// those.
    static func entry(_ records: Data) -> DirectoryEntry {
        DirectoryEntry(tag: tag, value: .undefined(Array(records)))
    }

    /// Returns the records in a TIFF's main directory.
    static func records(in directory: [DirectoryEntry]) -> Data? {
        guard let entry = directory.first(where: { $0.tag == tag }) else { return nil }
        switch entry.value {
        case .bytes(let bytes), .undefined(let bytes): return checked(Data(bytes))
        case .longs(let words):
            // Some programs store the bytes in groups of four, in the byte order of the file or of the machine.
            return checked(data(words.map(\.littleEndian))) ?? checked(data(words.map(\.bigEndian)))
        default: return nil
        }
    }

    /// Returns a JPEG segment with the records.
    static func segment(holding records: Data) -> Data {
        var segment = segmentMark + resourceMark
        // The resource's number, and its empty name, which takes two bytes.
        segment.append(contentsOf: [UInt8(resourceNumber >> 8), UInt8(resourceNumber & 255), 0, 0])
        withUnsafeBytes(of: UInt32(clamping: records.count).bigEndian) { segment.append(contentsOf: $0) }
        segment.append(records)
        if records.count % 2 == 1 { segment.append(0) }
        return segment
    }

    /// Returns the records in a JPEG APP13 segment.
    static func records(inSegment segment: Data) -> Data? {
        let bytes = Array(segment)
        guard bytes.starts(with: segmentMark) else { return nil }
        var place = segmentMark.count
        while place + 8 <= bytes.count, bytes[place..<place + 4].elementsEqual(resourceMark) {
            let number = bytes[place + 4..<place + 6].bigEndianNumber
            // A name starts with its length in one byte, and is padded to an even number of bytes.
            let size = place + 6 + (Int(bytes[place + 6]) + 2) & ~1
            guard size + 4 <= bytes.count else { return nil }
            let count = bytes[size..<size + 4].bigEndianNumber
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
