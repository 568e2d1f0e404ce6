import Foundation

/// A JPEG file whose metadata identify a person, by name and by a second picture of the face. It is assembled byte by
/// byte according to EXIF 2.32 and XMP.
enum IdentifyingJPEG {
    /// Texts that an anonymised file must not contain, each from another metadata field or segment.
    static let secrets = [
        "Anna Artist", "Serial-4711", "thumbnail of Anna", "maker note of Anna", "XMP about Anna", "comment on Anna",
        "IPTC caption Anna", "second picture of Anna",
    ]
    /// Texts that are kept on request.
    static let camera = "Camera Works"
    static let taken = "2024:05:06 07:08:09"

    /// Returns `picture` with the metadata inserted before its own segments, and a second picture appended.
    static func data(around picture: Data, orientation: UInt16) -> Data {
        let segments =
            segment(0xE1, Data("Exif\0\0".utf8) + exif(orientation: orientation))
            + segment(
                0xE1,
                Data(
                    "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">XMP about Anna</x:xmpmeta>"
                        .utf8))
            + segment(
                0xED,
                Data("Photoshop 3.0\0".utf8)
                    + Data("8BIM\u{4}\u{4}\0\0\0\0\0\u{17}\u{1c}\u{2}x\0\u{12}IPTC caption Anna\0".utf8))
            + segment(0xFE, Data("comment on Anna".utf8))
        return picture.prefix(2) + segments + picture.dropFirst(2) + Data("second picture of Anna".utf8)
    }

    private static func segment(_ marker: UInt8, _ payload: Data) -> Data {
        let length = UInt16(payload.count + 2)
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]) + payload
    }

    /// Main directory, EXIF, GPS and the directory of the thumbnail.
    private static func exif(orientation: UInt16) -> Data {
        var block = Data([0x49, 0x49, 42, 0, 8, 0, 0, 0])
        // Size of a directory: two bytes for the count, twelve for each entry, four for the offset of the next
        // directory.
        let main = 8
        let exif = main + 2 + 12 * 6 + 4
        let gps = exif + 2 + 12 * 3 + 4
        let thumbnail = gps + 2 + 12 * 2 + 4
        var heap = Heap(start: thumbnail + 2 + 12 * 2 + 4)
        block += directory(
            [
                entry(0x010F, text: camera, &heap), entry(0x0112, type: 3, count: 1, value: UInt32(orientation)),
                entry(0x013B, text: secrets[0], &heap), entry(0x8298, text: secrets[0], &heap),
                entry(0x8769, type: 4, count: 1, value: UInt32(exif)),
                entry(0x8825, type: 4, count: 1, value: UInt32(gps)),
            ], next: thumbnail)
        block += directory(
            [
                entry(0x9003, text: taken, &heap), entry(0x927C, text: secrets[3], &heap),
                entry(0xA431, text: secrets[1], &heap),
            ], next: 0)
        // 48° north.
        block += directory(
            [
                entry(0x0001, type: 2, count: 2, value: 0x4E),
                entry(
                    0x0002, type: 5,
                    data: Data([48, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]), count: 3,
                    &heap),
            ], next: 0)
        let place = heap.add(Data(secrets[2].utf8))
        block += directory(
            [
                entry(0x0201, type: 4, count: 1, value: UInt32(place)),
                entry(0x0202, type: 4, count: 1, value: UInt32(secrets[2].utf8.count)),
            ], next: 0)
        return block + heap.data
    }

    /// Values that don't fit into their entries.
    private struct Heap {
        let start: Int
        var data = Data()

        mutating func add(_ bytes: Data) -> Int {
            defer { data += bytes }
            return start + data.count
        }
    }

    private static func directory(_ entries: [Data], next: Int) -> Data {
        bytes(UInt16(entries.count)) + entries.reduce(Data(), +) + bytes(UInt32(next))
    }

    private static func entry(_ tag: UInt16, type: UInt16, count: UInt32, value: UInt32) -> Data {
        bytes(tag) + bytes(type) + bytes(count) + bytes(value)
    }

    private static func entry(_ tag: UInt16, text: String, _ heap: inout Heap) -> Data {
        let content = Data(text.utf8) + Data([0])
        return entry(tag, type: tag == 0x927C ? 7 : 2, data: content, count: UInt32(content.count), &heap)
    }

    private static func entry(_ tag: UInt16, type: UInt16, data: Data, count: UInt32, _ heap: inout Heap) -> Data {
        entry(tag, type: type, count: count, value: UInt32(heap.add(data)))
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
}
