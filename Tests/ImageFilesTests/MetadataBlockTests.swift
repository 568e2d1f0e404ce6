import Foundation
import Pixels
import Testing

@testable import ImageFiles

@Suite("Blocks of metadata")
struct MetadataBlockTests {
    private static func jpeg(segment: [UInt8]) throws -> Data {
        let picture = SampleFiles.bytes(8, 6, .rgb, space: nil) { x, y, _ in UInt8(x * 20 + y) }
        let plain = try ImageFileWriter.encode(picture, as: .jpeg)
        let length = segment.count + 2
        let marker: [UInt8] = [0xFF, 0xED, UInt8(length >> 8), UInt8(length & 255)]
        return plain.prefix(2) + Data(marker + segment) + plain.dropFirst(2)
    }

    private static func records(of file: Data) throws -> Data? {
        try ImageFileReader.open(data: file).properties[imagePropertyIPTCRecords] as? Data
    }

    /// One record of IPTC-IIM: an object name of three letters.
    private static let record = Array("\u{1C}\u{2}\u{5}\0\u{3}abc".utf8)
    /// Two Photoshop resources, padded to even sizes: one with a name of two letters and three bytes of data, and the
    /// IPTC resource with the record.
    private static let resources =
        Array("Photoshop 3.0\08BIM\u{4}\u{b}\u{2}ab\0\0\0\0\u{3}xyz\0".utf8)
        + Array("8BIM\u{4}\u{4}\0\0\0\0\0\u{8}".utf8) + record

    @Test("IPTC records are found among Photoshop's resources")
    func recordsAmongResources() throws {
        #expect(try Self.records(of: Self.jpeg(segment: Self.resources)) == Data(Self.record))
        #expect(try Self.records(of: Self.jpeg(segment: Array("Adobe_CM\0".utf8))) == nil)
    }

    @Test("Resources that are cut short, or claim more than there is, hold no records")
    func hostileResources() throws {
        for length in 0..<Self.resources.count {
            #expect(IPTCRecords.records(inSegment: Data(Self.resources.prefix(length))) == nil, "\(length)")
        }
        var claiming = Self.resources
        let size = claiming.count - Self.record.count - 4
        claiming.replaceSubrange(size..<size + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(IPTCRecords.records(inSegment: Data(claiming)) == nil)
    }

    @Test("IPTC records that a TIFF counts in groups of four are read in either order of bytes")
    func groups() {
        let words: [UInt32] = [0x0005_021C, 0x6362_6103]
        let bytes = Data([0x1C, 2, 5, 0, 3, 0x61, 0x62, 0x63])
        #expect(IPTCRecords.records(in: [DirectoryEntry(tag: 33723, value: .longs(words))]) == bytes)
        let swapped = words.map(\.byteSwapped)
        #expect(IPTCRecords.records(in: [DirectoryEntry(tag: 33723, value: .longs(swapped))]) == bytes)
        #expect(IPTCRecords.records(in: [DirectoryEntry(tag: 33723, value: .bytes([1, 2, 3]))]) == nil)
    }

    @Test("IPTC records that don't fit into a JPEG segment are left out")
    func tooManyRecords() throws {
        let records = Data(Self.record) + Data(count: 70_000)
        let picture = SampleFiles.bytes(8, 6, .rgb, space: nil) { _, _, _ in 90 }
        let options = ImageEncodingOptions(properties: [imagePropertyIPTCRecords: records])
        #expect(try Self.records(of: ImageFileWriter.encode(picture, as: .jpeg, options: options)) == nil)
        #expect(try Self.records(of: ImageFileWriter.encode(picture, as: .tiff, options: options)) == records)
    }

    /// A JPEG XL container, by ISO/IEC 18181-2: its signature, and boxes.
    private static func container(_ boxes: [UInt8]...) -> Data {
        Data([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A] + boxes.flatMap { $0 })
    }

    @Test("Boxes of JPEG XL are found by short and long sizes, and to the end")
    func boxes() {
        let other: [UInt8] = [0, 0, 0, 9] + Array("jxll".utf8) + [5]
        // An Exif box begins with the offset of its TIFF header, counted after that number: 2 here.
        let exif: [UInt8] = [0, 0, 0, 1] + Array("Exif".utf8) + [0, 0, 0, 0, 0, 0, 0, 24] + [0, 0, 0, 2, 9, 9, 7, 8]
        let xmp: [UInt8] = [0, 0, 0, 0] + Array("xml packet".utf8)
        let blocks = JPEGXLContainer.blocks(in: Self.container(other, exif, xmp))
        #expect(blocks.exif == Data([7, 8]))
        #expect(blocks.xmp == Data("packet".utf8))
    }

    @Test("A JPEG XL box with an invalid size ends the search")
    func hostileBoxes() {
        let xmp: [UInt8] = [0, 0, 0, 9] + Array("xml a".utf8)
        let kind = Array("Exif".utf8)
        let hostile: [[UInt8]] = [
            [0, 0, 0, 200] + kind, [0, 0, 0, 7] + kind, [0, 0, 0, 1] + kind + [UInt8](repeating: 255, count: 8),
            [0, 0, 0, 1] + kind + [0, 0, 0, 0, 0, 0, 0, 3], [0, 0],
        ]
        for box in hostile {
            let blocks = JPEGXLContainer.blocks(in: Self.container(box, xmp))
            #expect(blocks.exif == nil && blocks.xmp == nil, "\(box)")
        }
        // An offset beyond the end makes only its own box invalid.
        let beyond: [UInt8] = [0, 0, 0, 14] + kind + [0, 0, 0, 9, 1, 1]
        let blocks = JPEGXLContainer.blocks(in: Self.container(beyond, xmp))
        #expect(blocks.exif == nil && blocks.xmp == Data("a".utf8))
    }

    @Test("A JPEG XL picture without metadata stays a codestream, and one in a container is not wrapped again")
    func wrapping() {
        let codestream = Data([0xFF, 0x0A, 1, 2, 3])
        #expect(JPEGXLContainer.wrapped(codestream, exif: nil, xmp: nil) == codestream)
        let file = JPEGXLContainer.wrapped(codestream, exif: nil, xmp: Data("a".utf8))
        let kind: [UInt8] = [0, 0, 0, 20] + Array("ftypjxl \0\0\0\0jxl ".utf8)
        let xmp: [UInt8] = [0, 0, 0, 9] + Array("xml a".utf8)
        let picture: [UInt8] = [0, 0, 0, 13] + Array("jxlc".utf8) + [0xFF, 0x0A, 1, 2, 3]
        #expect(file == Self.container(kind, xmp, picture))
        #expect(JPEGXLContainer.wrapped(file, exif: Data([1]), xmp: nil) == file)
    }

    @Test("Resolutions that OpenEXR can't store are omitted", arguments: [2.0, 0.01])
    func resolutionOfOpenEXR(down: Double) throws {
        let picture = SampleFiles.floats(2, 2, .rgb, space: CGColorSpace(name: CGColorSpace.linearSRGB)) { _, _, _ in 1
        }
        let options = ImageEncodingOptions(properties: ["DPIWidth": 1e6, "DPIHeight": down])
        let source = try ImageFileReader.open(
            data: try ImageFileWriter.encode(picture, as: .openEXR, options: options))
        #expect(source.properties["DPIWidth"] as? Double == (down == 2 ? 1e6 : nil))
    }
}
