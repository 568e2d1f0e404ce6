import Foundation
import Testing

@testable import ImageFiles

/// The oracle is libvips, which calls libjpeg and libpng with code of its own.
@Suite("Decoders of JPEG and PNG")
struct DecoderTests {
    private static let jpeg = DecoderComparison(opener: JPEGOpener())
    private static let png = DecoderComparison(opener: PNGOpener())

    @Test("All kinds of JPEG have the pixels that libvips decodes", arguments: TestJPEG.kinds.indices)
    func jpegKinds(index: Int) throws {
        let (name, file) = TestJPEG.kinds[index]
        try #require(DecodedFile(withVips: file.data) != .failure)
        Self.jpeg.expectSame(file.data, name)
    }

    @Test("All kinds of PNG have the pixels that libvips decodes", arguments: TestPNG.kinds.indices)
    func pngKinds(index: Int) throws {
        let (name, file) = TestPNG.kinds[index]
        try #require(DecodedFile(withVips: file.data) != .failure)
        Self.png.expectSame(file.data, name)
    }

    @Test("Truncated and damaged JPEGs fail, or give the same pixels", arguments: TestJPEG.kinds.indices)
    func brokenJPEG(index: Int) {
        let (name, file) = TestJPEG.kinds[index]
        let data = file.data
        Self.jpeg.truncated(data, step: max(1, data.count / 60), name)
        Self.jpeg.damaged(data, count: 60, name)
    }

    @Test("Truncated and damaged PNGs fail, or give the same pixels", arguments: TestPNG.kinds.indices)
    func brokenPNG(index: Int) {
        let (name, file) = TestPNG.kinds[index]
        let data = file.data
        Self.png.truncated(data, step: max(1, data.count / 60), name)
        Self.png.damaged(data, count: 30, name)
    }

    @Test("A PNG whose checksums don't match is damaged where its pixels are concerned")
    func checksums() {
        let data = TestPNG(texts: [("Title", "A title", -1)]).data
        for type in ["IHDR", "IDAT", "tEXt"] {
            guard let place = data.range(of: Data(type.utf8)) else { continue }
            let count = data[place.lowerBound - 4..<place.lowerBound].bigEndianNumber
            var damaged = data
            damaged[place.upperBound + count] ^= 1
            Self.png.expectSame(damaged, type)
            #expect((DecodedFile(damaged, with: PNGOpener()) == .failure) == (type != "tEXt"))
        }
    }

    @Test("Pictures that are too large for memory are read from a temporary file", arguments: [false, true])
    func temporaryFile(isPNG: Bool) throws {
        let data = isPNG ? TestPNG(width: 200, height: 900).data : TestJPEG(width: 200, height: 900).data
        let opener: any PictureOpener = isPNG ? PNGOpener() : JPEGOpener()
        let bytes = EncodedBytes.memory(data, name: "file")
        let whole = try opener.open(bytes, sequential: true).decodeAll(name: "file")
        let regions = try TemporaryPixels(decoding: try opener.open(bytes, sequential: false), name: "file")
        for (left, top, width, height) in [(0, 0, 200, 900), (3, 5, 190, 700), (199, 899, 1, 1), (0, 899, 200, 1)] {
            var part = Data(count: width * height * 3)
            try part.withUnsafeMutableBytes {
                guard let base = $0.baseAddress else { return }
                try regions.read(left: left, top: top, width: width, height: height, into: base)
            }
            let expected = (top..<top + height).reduce(into: Data()) { rows, y in
                rows.append(Data(bytes: whole.bytes + (y * 200 + left) * 3, count: width * 3))
            }
            #expect(part == expected)
        }
        withExtendedLifetime(whole.owner) {}
    }

    @Test("A truncated picture that is too large for memory fails")
    func truncatedTemporaryFile() throws {
        let data = TestJPEG(width: 200, height: 900).data
        let picture = try JPEGOpener().open(.memory(data.prefix(data.count / 2), name: "file"), sequential: false)
        #expect(throws: LibraryFailure.self) { try TemporaryPixels(decoding: picture, name: "file") }
    }

    @Test("A decoder that is stopped fails", arguments: [false, true])
    func stopped(isProgressive: Bool) throws {
        let files: [(data: Data, opener: any PictureOpener)] = [
            (TestJPEG(isProgressive: isProgressive).data, JPEGOpener()),
            (TestPNG(isInterlaced: isProgressive).data, PNGOpener()),
        ]
        for (data, opener) in files {
            let picture = try opener.open(.memory(data, name: ""), sequential: true)
            picture.stop()
            #expect(throws: LibraryFailure.self) { try picture.decodeAll(name: "") }
        }
    }
}
