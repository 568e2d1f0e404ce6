import Foundation

/// A little-endian TIFF file with every kind of metadata, built byte by byte.
///
/// It has 64 × 32 pixels of one Display P3 colour, opaque in the stored left half and a quarter opaque in the right
/// one. Its orientation is 6.
struct TaggedPicture {
    static let width = 64
    static let height = 32
    /// 8-bit components of the colour in Display P3, and both alphas.
    static let color: [UInt8] = [180, 140, 120]
    static let alphas: [UInt8] = [255, 64]
    /// The colour in linear sRGB, by the matrices of IEC 61966-2-1 and SMPTE EG 432-1.
    static let linearColor = SIMD3<Float>(0.5001, 0.2541, 0.1767)
    static let orientation = 6
    static let (horizontalDots, verticalDots) = (300.0, 150.0)
    static let (camera, exposureTime, sensitivity, latitude) = ("Maker of it", 0.008, 400, 48.5)
    /// Three records of IPTC-IIM: version, object name, keyword.
    static let records = Data(
        "\u{1C}\u{2}\0\0\u{2}\0\u{4}\u{1C}\u{2}\u{5}\0\u{5}Title\u{1C}\u{2}\u{19}\0\u{4}word".utf8)
    static let packet = Data(
        #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>"#
            .utf8)

    private typealias Entry = (tag: UInt16, type: UInt16, value: Data)

    private var file = Data([0x49, 0x49, 42, 0, 0, 0, 0, 0])

    /// The file, with a profile embedded.
    static func tiff(profile: Data) -> Data {
        var picture = TaggedPicture()
        let pixels = picture.append(Self.pixels)
        let exif = picture.appendDirectory([(0x829A, 5, longs([1, 125])), (0x8827, 3, shorts([UInt16(sensitivity)]))])
        let place = picture.appendDirectory([(1, 2, Data("N\0".utf8)), (2, 5, longs([48, 1, 30, 1, 0, 1]))])
        let layout: [Entry] = [
            (256, 3, shorts([UInt16(width)])), (257, 3, shorts([UInt16(height)])), (258, 3, shorts([8, 8, 8, 8])),
            (259, 3, shorts([1])), (262, 3, shorts([2])), (273, 4, longs([UInt32(pixels)])), (277, 3, shorts([4])),
            (278, 3, shorts([UInt16(height)])), (279, 4, longs([UInt32(width * height * 4)])), (338, 3, shorts([2])),
        ]
        let tags: [Entry] = [
            (271, 2, Data((camera + "\0").utf8)), (274, 3, shorts([UInt16(orientation)])),
            (282, 5, longs([UInt32(horizontalDots), 1])), (283, 5, longs([UInt32(verticalDots), 1])),
            (296, 3, shorts([2])),
        ]
        let blocks: [Entry] = [
            (700, 1, packet), (33723, 7, records), (34665, 4, longs([UInt32(exif)])), (34675, 7, profile),
            (34853, 4, longs([UInt32(place)])),
        ]
        let main = picture.appendDirectory(layout + tags + blocks)
        picture.file.replaceSubrange(4..<8, with: longs([UInt32(main)]))
        return picture.file
    }

    private static var pixels: Data {
        let row = alphas.flatMap { alpha in (0..<width / 2).flatMap { _ in color + [alpha] } }
        return Data((0..<height).flatMap { _ in row })
    }

    /// Appends bytes at an even offset, which it returns.
    private mutating func append(_ bytes: Data) -> Int {
        if file.count % 2 == 1 { file.append(0) }
        let offset = file.count
        file.append(bytes)
        return offset
    }

    /// The size of one value in bytes, by the number of its TIFF type.
    private static let sizes: [UInt16: Int] = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1]

    /// Appends a directory and its values; returns where it is.
    private mutating func appendDirectory(_ entries: [Entry]) -> Int {
        var directory = Self.shorts([UInt16(entries.count)])
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            let size = Self.sizes[entry.type] ?? 1
            directory += Self.shorts([entry.tag, entry.type]) + Self.longs([UInt32(entry.value.count / size)])
            if entry.value.count <= 4 {
                directory += entry.value + Data(count: 4 - entry.value.count)
            } else {
                directory += Self.longs([UInt32(append(entry.value))])
            }
        }
        return append(directory + Self.longs([0]))
    }

    private static func shorts(_ values: [UInt16]) -> Data {
        Data(values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }

    private static func longs(_ values: [UInt32]) -> Data {
        Data(values.flatMap { value in (0..<4).map { UInt8(value >> (8 * UInt32($0)) & 255) } })
    }
}
