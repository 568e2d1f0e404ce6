import Foundation
import HostileCases
import Testing

@testable import ImageFiles

/// The oracle is libvips, which reads EXIF with libexif.
@Suite("Metadata of JPEG and PNG")
struct DecodedFieldsTests {
    /// An EXIF block with an orientation and a resolution.
    private static func block(orientation: UInt16, _ x: Double, _ y: Double, unit: UInt16?) -> Data {
        var entries = [
            DirectoryEntry(tag: 0x0112, value: .shorts([orientation])),
            DirectoryEntry(tag: 0x011A, value: .rationals([ExifRational(x)])),
            DirectoryEntry(tag: 0x011B, value: .rationals([ExifRational(y)])),
        ]
        if let unit { entries.append(DirectoryEntry(tag: 0x0128, value: .shorts([unit]))) }
        return DirectoryWriter.block([.main: entries])
    }

    private static func exif(_ block: Data) -> (kind: Int32, content: Data) { (1, Data("Exif\0\0".utf8) + block) }

    private static func profilePart(_ number: UInt8, of count: UInt8, _ content: Data) -> (kind: Int32, content: Data) {
        (2, Data("ICC_PROFILE\0".utf8) + Data([number, count]) + content)
    }

    private static let packet: (kind: Int32, content: Data) = (1, Data("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))

    /// Expects the fields that libvips reads from a file.
    private func expectSame(
        _ data: Data, with opener: any PictureOpener, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ours = try opener.open(.memory(data, name: ""), sequential: true).fields
        let image = try DecodedFile.vipsImage(data)
        let theirs = PictureFields(of: image, normalized: image)
        #expect(ours.profile == theirs.profile, sourceLocation: sourceLocation)
        #expect(ours.exif == theirs.exif, sourceLocation: sourceLocation)
        #expect(ours.xmp == theirs.xmp, sourceLocation: sourceLocation)
        #expect(ours.imageResources == image.blob("iptc-data"), sourceLocation: sourceLocation)
        #expect(ours.orientation == theirs.orientation, sourceLocation: sourceLocation)
        #expect(ours.resolution == theirs.resolution, sourceLocation: sourceLocation)
    }

    @Test("Blocks of a JPEG are found in its segments, the first of each kind")
    func blocks() throws {
        let resources: (kind: Int32, content: Data) = (13, Data("Photoshop 3.0\08BIM".utf8))
        let segments = [
            Self.packet, Self.exif(Self.block(orientation: 6, 300, 200, unit: 2)), resources,
            Self.exif(Self.block(orientation: 3, 50, 50, unit: 2)),
            (1, Data("http://ns.adobe.com/xap/1.0/\0second".utf8)), (13, Data("Photoshop 3.0\0second".utf8)),
            (13, Data("Adobe_CM".utf8)), (1, Data("Ex".utf8)), (1, Data()),
        ]
        try expectSame(TestJPEG(segments: segments).data, with: JPEGOpener())
        try expectSame(TestJPEG(segments: segments.reversed()).data, with: JPEGOpener())
    }

    @Test("The parts of a profile are joined in the order of their numbers, up to the first gap")
    func profiles() throws {
        let parts = (1...4).map { Self.profilePart(UInt8($0), of: 4, Data(repeating: UInt8($0), count: 1000 * $0)) }
        let orders: [[Int]] = [[0, 1, 2, 3], [3, 1, 0, 2], [0, 1, 3], [1, 2], [0, 0, 1]]
        for order in orders { try expectSame(TestJPEG(segments: order.map { parts[$0] }).data, with: JPEGOpener()) }
        let segments = [(Int32(2), Data("ICC_PROFILE\0\u{1}\u{1}".utf8)), (2, Data("MPF\0".utf8))]
        try expectSame(TestJPEG(segments: segments).data, with: JPEGOpener())
    }

    @Test(
        "The resolution is that of EXIF, or else that of the JFIF header",
        arguments: [(0, 3, 2), (1, 300, 200), (2, 100, 118), (1, 1, 1), (1, 72, 72), (1, 1, 300), (7, 9, 9)])
    func resolutions(unit: UInt8, x: UInt16, y: UInt16) throws {
        let file = TestJPEG(density: (unit, x, y))
        try expectSame(file.data, with: JPEGOpener())
        for unit in [1, 2, 3, 9, nil] as [UInt16?] {
            var both = file
            both.segments = [Self.exif(Self.block(orientation: 1, 150, 100.5, unit: unit))]
            // libvips takes a ratio for a resolution.
            if unit != 1 { try expectSame(both.data, with: JPEGOpener()) }
        }
    }

    @Test("Orientations outside of 1 to 8 count as 1", arguments: 0...9)
    func orientations(number: UInt16) throws {
        let block = Self.block(orientation: number, 72, 72, unit: 2)
        try expectSame(TestJPEG(segments: [Self.exif(block)]).data, with: JPEGOpener())
        try expectSame(TestPNG(resolution: (2835, 2835, 1), exif: block).data, with: PNGOpener())
    }

    @Test("The profile, EXIF, XMP and the resolution of a PNG are those of its chunks")
    func chunks() throws {
        let profile = SampleFiles.sRGB?.copyICCData()
        for compression in [-1, 0, 1, 2] as [Int32] {
            let file = TestPNG(
                resolution: (11_811, 5_906, 1), profile: profile,
                exif: Self.block(orientation: 8, 250, 125, unit: 2),
                texts: [
                    ("Title", "A title", compression), ("XML:com.adobe.xmp", "<x>\u{E4}</x>", compression),
                    ("Software", "A test", compression),
                ])
            try expectSame(file.data, with: PNGOpener())
            var withoutExif = file
            withoutExif.exif = nil
            try expectSame(withoutExif.data, with: PNGOpener())
            let read = try PNGOpener().open(.memory(file.data, name: ""), sequential: true).fields
            #expect(read.texts.map(\.keyword) == ["Title", "XML:com.adobe.xmp", "Software"])
            #expect(read.texts.first?.text == "A title")
        }
    }

    @Test("A PNG without a resolution has none, also if it has a ratio")
    func ratios() throws {
        for resolution in [nil, (1, 2, 0), (0, 0, 1)] as [(UInt32, UInt32, Int32)?] {
            let data = TestPNG(resolution: resolution).data
            #expect(try PNGOpener().open(.memory(data, name: ""), sequential: true).fields.resolution == nil)
        }
    }

    @Test("Text that isn't UTF-8 is Latin-1")
    func latin() throws {
        var data = TestPNG(texts: [("Title", "ABC", -1)]).data
        let body = Array("Title\0".utf8)
        let old = PictureBombFiles.chunk("tEXt", body + Array("ABC".utf8))
        data.replaceSubrange(
            try #require(data.range(of: old)), with: PictureBombFiles.chunk("tEXt", body + [0xC4, 0x42, 0x43]))
        let fields = try PNGOpener().open(.memory(data, name: ""), sequential: true).fields
        #expect(fields.texts.first?.text == "\u{C4}BC")
    }
}
