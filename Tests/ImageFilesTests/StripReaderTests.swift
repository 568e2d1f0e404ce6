import Foundation
import ImageFiles
import Pixels
import TestSupport
import Testing

@Suite("Strips from the top down")
struct StripReaderTests {
    private static let width = 37
    private static let height = 103

    /// A byte that is different for neighbouring rows, columns and channels.
    private static func sample(_ x: Int, _ y: Int, _ c: Int) -> UInt8 { UInt8((x * 7 + y * 31 + c * 101) & 255) }

    private static func picture(_ layout: PixelFormat.Layout) -> EncodedPicture {
        SampleFiles.bytes(width, height, layout, space: nil, sample)
    }

    /// Expects the view to hold the picture's rows. Row 0 is the lowest.
    private func expect(_ view: PixelView, shows rows: Range<Int>, layout: PixelFormat.Layout) {
        #expect(view.bounds == PixelRect(x: 0, y: rows.lowerBound, width: Self.width, height: rows.count))
        var wrong = 0
        for y in rows {
            let row = view.row(y)
            for x in 0..<Self.width {
                for c in 0..<layout.channelCount {
                    let found = row.load(fromByteOffset: x * layout.channelCount + c, as: UInt8.self)
                    if found != Self.sample(x, Self.height - 1 - y, c) { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0, "rows \(rows)")
    }

    @Test("Strips of any height show what was encoded", arguments: [ImageFileFormat.png, .tiff], [1, 7, 16, 103, 500])
    func strips(format: ImageFileFormat, height: Int) throws {
        for layout in [PixelFormat.Layout.rgb, .rgba, .l] {
            let source = try ImageFileReader.open(data: try ImageFileWriter.encode(Self.picture(layout), as: format))
            let reader = try #require(try source.makeStripReader(stripHeight: height))
            #expect(reader.format == PixelFormat(layout, .uint8))
            for top in stride(from: Self.height, to: 0, by: -height) {
                let rows = max(0, top - height)..<top
                expect(try reader.read(rows: rows), shows: rows, layout: layout)
            }
        }
    }

    @Test("Strips with margins, of other heights than announced, and with gaps", arguments: 0..<20)
    func margins(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(Self.picture(.rgb), as: .png))
        let reader = try #require(try source.makeStripReader(stripHeight: .random(in: 1...40, using: &random)))
        var (top, bottom) = (Self.height, Self.height)
        while bottom > 0 {
            top = Int.random(in: max(0, bottom - 10)...top, using: &random)
            bottom = Int.random(in: max(0, min(bottom, top) - 30)...min(bottom, top), using: &random)
            expect(try reader.read(rows: bottom..<top), shows: bottom..<top, layout: .rgb)
        }
    }

    @Test("Views stay as they are while later strips are read")
    func viewsLast() throws {
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(Self.picture(.rgb), as: .png))
        let reader = try #require(try source.makeStripReader(stripHeight: 10))
        let first = try reader.read(rows: 93..<103)
        let second = try reader.read(rows: 80..<97)
        for top in stride(from: 80, to: 0, by: -10) { _ = try reader.read(rows: top - 10..<top) }
        expect(first, shows: 93..<103, layout: .rgb)
        expect(second, shows: 80..<97, layout: .rgb)
    }

    @Test("Released and missing rows are refused")
    func refusals() throws {
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(Self.picture(.rgb), as: .png))
        let reader = try #require(try source.makeStripReader(stripHeight: 8))
        _ = try reader.read(rows: 40..<48)
        #expect(throws: StripReaderError.alreadyReleased(rows: 40..<49)) { try reader.read(rows: 40..<49) }
        #expect(throws: StripReaderError.outOfBounds(rows: 0..<104, height: 103)) { try reader.read(rows: 0..<104) }
        #expect(throws: StripReaderError.outOfBounds(rows: -1..<4, height: 103)) { try reader.read(rows: -1..<4) }
        expect(try reader.read(rows: 0..<48), shows: 0..<48, layout: .rgb)
    }

    @Test("A picture that ends early is said to be damaged, not filled up")
    func truncated() throws {
        // Noise, so that the cut falls into the pixels and not into what follows them.
        let noise = SampleFiles.bytes(200, 400, .rgb, space: nil) { x, y, c in
            var random = SeededGenerator(seed: UInt64((y * 200 + x) * 3 + c))
            return UInt8(truncatingIfNeeded: random.next())
        }
        let data = try ImageFileWriter.encode(noise, as: .jpeg)
        let source = try ImageFileReader.open(data: data.prefix(data.count / 2))
        let reader = try #require(try source.makeStripReader(stripHeight: 16))
        #expect(throws: ImageFileError.self) {
            for top in stride(from: 400, to: 0, by: -16) { _ = try reader.read(rows: top - 16..<top) }
        }
    }

    @Test("An abandoned strip reader is released")
    func abandoned() throws {
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(Self.picture(.rgb), as: .png))
        weak var gone: (any StripReader)?
        do {
            let reader = try #require(try source.makeStripReader(stripHeight: 1))
            gone = reader
            _ = try reader.read(rows: 100..<103)
        }
        #expect(gone == nil)
    }

    @Test("Once a picture is in memory, its bytes are shown and no pass is needed")
    func storage() throws {
        for layout in [PixelFormat.Layout.rgb, .rgba, .l] {
            let source = try ImageFileReader.open(data: try ImageFileWriter.encode(Self.picture(layout), as: .png))
            let view = try #require(source.storage)
            expect(view, shows: 0..<Self.height, layout: layout)
            #expect(try source.makeStripReader(stripHeight: 8) == nil)
        }
    }

    @Test("Tiled TIFFs are read by strips, and never held whole")
    func tiled() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let file = folder.appendingPathComponent("tiled.tif")
            try Self.tiledTIFF.write(to: file)
            let source = try ImageFileReader.open(url: file)
            #expect(source.storage == nil)
            let reader = try #require(try source.makeStripReader(stripHeight: 10))
            for top in stride(from: Self.height, to: 0, by: -10) {
                let rows = max(0, top - 10)..<top
                expect(try reader.read(rows: rows), shows: rows, layout: .l)
            }
        }
    }

    /// The gray picture as an uncompressed TIFF in tiles of 16 × 16 pixels. The test writes it, because
    /// `ImageFileWriter` doesn't write tiles.
    private static var tiledTIFF: Data {
        let (across, down) = ((width + 15) / 16, (height + 15) / 16)
        let (count, firstTile) = (across * down, 8 + 2 + 10 * 12 + 4 + 2 * across * down * 4)
        func little<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        func entry(_ tag: UInt16, _ type: UInt16, _ count: Int, _ value: Int) -> [UInt8] {
            little(tag) + little(type) + little(UInt32(count)) + little(UInt32(value))
        }
        let lists = firstTile - 2 * count * 4
        var bytes: [UInt8] = Array("II".utf8) + little(UInt16(42)) + little(UInt32(8)) + little(UInt16(10))
        for (tag, value) in [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (277, 1), (322, 16), (323, 16)]
        {
            bytes += entry(UInt16(tag), 4, 1, value)
        }
        bytes += entry(324, 4, count, lists) + entry(325, 4, count, lists + count * 4) + little(UInt32(0))
        for tile in 0..<count { bytes += little(UInt32(firstTile + tile * 256)) }
        for _ in 0..<count { bytes += little(UInt32(256)) }
        for tile in 0..<count {
            for y in 0..<16 {
                for x in 0..<16 { bytes.append(sample(tile % across * 16 + x, tile / across * 16 + y, 0)) }
            }
        }
        return Data(bytes)
    }
}
