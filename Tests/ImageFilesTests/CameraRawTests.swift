import Foundation
import HostileCases
import ImageFiles
import Pixels
import Testing

@Suite("Camera RAW")
struct CameraRawTests {
    @Test(
        "TIFF files with a sensor's data, or with a preview in the first place, are refused by their families",
        arguments: [
            ("Adobe DNG", PictureRawFiles.tiff(make: "Canon", isDNG: true)),
            ("Adobe DNG", PictureRawFiles.tiff(isDNG: true, photometric: 34_892, isLittleEndian: false)),
            ("Adobe DNG", PictureRawFiles.tiff(isDNG: true, isBig: true)),
            ("Nikon NEF", PictureRawFiles.tiff(make: "NIKON CORPORATION", isLittleEndian: false)),
            ("Sony ARW", PictureRawFiles.tiff(make: "SONY", subfileType: 0)),
            ("Canon CR2", PictureRawFiles.tiff(mark: [0x43, 0x52, 2, 0, 0, 0, 0, 0])),
            ("TIFF/EP", PictureRawFiles.tiff(photometric: 2)),
            ("TIFF/EP", PictureRawFiles.tiff(make: "Unheard Of")),
            ("Fujifilm RAF", PictureRawFiles.head(Array("FUJIFILMCCD-RAW ".utf8))),
            ("Canon CR3", PictureRawFiles.boxes(brand: "crx ")),
        ])
    func refused(family: String, data: Data) {
        #expect(throws: ImageFileError.cameraRaw(file: "a.tif", format: family)) {
            try ImageFileReader.open(data: data, name: "a.tif")
        }
        #expect("\(ImageFileError.cameraRaw(file: "a.tif", format: family))".contains("not supported yet"))
    }

    @Test("The message names the option that takes the preview")
    func remedy() {
        let text = "\(ImageFileError.cameraRaw(file: "a.nef", format: "Nikon NEF"))"
        for word in ["a.nef", "Nikon NEF", "camera RAW is not supported yet", "--preview", "CIImageOption.rawPreview"] {
            #expect(text.contains(word))
        }
    }

    @Test("The preview is the first picture, where it is stored as pixels")
    func preview() throws {
        let source = try ImageFileReader.open(data: PictureRawFiles.tiff(make: "SONY"), rawPreview: true)
        #expect((source.width, source.height) == (16, 12))
        // `PictureRawFiles` writes bytes that count up to 250 from the upper left corner.
        #expect(try SampleFiles.pixels(source)[1, 11] == SIMD4(3, 4, 5, 255) / 255)
    }

    @Test("The preview is the largest JPEG inside, turned as the file says")
    func largestStream() throws {
        func jpeg(_ width: Int) throws -> Data {
            try ImageFileWriter.encode(
                SampleFiles.bytes(width, 8, .rgb, space: SampleFiles.sRGB) { _, _, _ in 200 }, as: .jpeg)
        }
        let (small, large) = (try jpeg(16), try jpeg(64))
        // A header, two directories, and then both JPEG streams.
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4)
        }
        let second = 8 + 2 + 6 * 12 + 4
        let streams = second + 2 + 4 * 12 + 4
        var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(6, 2)
        file += entry(256, 16) + entry(257, 8) + entry(274, 6) + entry(513, streams) + entry(514, small.count)
        file += entry(50_706, 1) + little(second, 4)
        file +=
            little(4, 2) + entry(256, 64) + entry(257, 8) + entry(513, streams + small.count) + entry(514, large.count)
        file += little(0, 4)
        let source = try ImageFileReader.open(data: Data(file) + small + large, rawPreview: true)
        #expect(source.format == .jpeg)
        #expect((source.width, source.height, source.orientation) == (64, 8, 6))
    }

    @Test("A file without a preview says so")
    func noPreview() {
        #expect(throws: ImageFileError.noRawPreview(file: "a.mrw", format: "Minolta MRW")) {
            try ImageFileReader.open(
                data: PictureRawFiles.head([0, 0x4D, 0x52, 0x4D]), name: "a.mrw", rawPreview: true)
        }
    }

    @Test("TIFF files with thumbnails and pyramids open as their first pictures")
    func ordinary() throws {
        // A smaller copy in a SubIFD, as pyramids have, and a larger one that is also marked as a reduced copy.
        for other in [(UInt32(4), UInt32(3)), (640, 480)] {
            let data = PictureRawFiles.tiff(photometric: 2, subfileType: 0, other: other)
            #expect(try ImageFileReader.open(data: data).width == 16)
        }
        // A first picture that is marked as a reduced copy, although the full picture is missing.
        let lonely = PictureRawFiles.tiff(photometric: 2, other: (8, 6))
        #expect(try ImageFileReader.open(data: lonely).width == 16)
    }

    @Test("A JPEG with EXIF of a camera, and HEIF of other brands, aren't RAW")
    func others() throws {
        let picture = SampleFiles.bytes(8, 8, .rgb, space: SampleFiles.sRGB) { _, _, _ in 9 }
        #expect(try ImageFileReader.open(data: ImageFileWriter.encode(picture, as: .jpeg)).format == .jpeg)
        #expect(throws: ImageFileError.self) {
            try ImageFileReader.open(data: PictureRawFiles.boxes(brand: "heic"), name: "a", rawPreview: true)
        }
        let error = #expect(throws: ImageFileError.self) {
            try ImageFileReader.open(data: PictureRawFiles.boxes(brand: "heic"), name: "a")
        }
        if case .cameraRaw? = error { Issue.record("HEIF was taken for RAW") }
    }
}
