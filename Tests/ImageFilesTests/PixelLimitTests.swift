import Foundation
import HostileCases
import Pixels
import Testing

@testable import ImageFiles

@Suite("Limits of pixels")
struct PixelLimitTests {
    /// Checks the limit with the sizes in bytes of files of one colour that encoders wrote.
    @Test(
        "Blank pictures of 100 megapixels are allowed in every format, with the bytes that encoders need for them",
        arguments: [
            (ImageFileFormat.png, 97_276), (.tiff, 293_386), (.tiff, 11_348), (.tiff, 2_330), (.jpeg, 586_393),
            (.jpegXL, 3_359), (.webp, 246), (.avif, 2_900), (.heif, 62_000), (.openEXR, 729_220),
        ])
    func blank(format: ImageFileFormat, byteCount: Int) throws {
        for isBilevel in [false, true] {
            let limit = PixelLimit(
                format: format, isBilevel: isBilevel, isRandomAccess: false, byteCount: byteCount, explicitLimit: nil)
            try limit.check(width: 10_000, height: 10_000, file: "blank")
        }
    }

    @Test("Blank pictures of 100 megapixels open", arguments: [ImageFileFormat.png, .tiff])
    func opens(format: ImageFileFormat) throws {
        let white = EncodedPicture(
            width: 10_000, height: 10_000, pixelFormat: PixelFormat(.l, .uint8), colorSpace: nil
        ) { strip, buffer, bytesPerRow in
            for y in 0..<strip.height { memset(buffer + y * bytesPerRow, 255, strip.width) }
        }
        let data = try ImageFileWriter.encode(white, as: format)
        let source = try ImageFileReader.open(data: data)
        #expect((source.width, source.height) == (10_000, 10_000))
    }

    @Test("A blank scan of a drawing of the size A0 at 600 dots an inch is allowed as a bilevel TIFF")
    func scan() throws {
        func limit(_ isBilevel: Bool) -> PixelLimit {
            PixelLimit(
                format: .tiff, isBilevel: isBilevel, isRandomAccess: false, byteCount: 5_000, explicitLimit: nil)
        }
        try limit(true).check(width: 19_866, height: 28_087, file: "scan")
        #expect(throws: ImageFileError.self) { try limit(false).check(width: 19_866, height: 28_087, file: "scan") }
    }

    @Test("Large files may have more pixels, up to 400 a byte and 2³² in all")
    func ratio() throws {
        func limit(_ byteCount: Int, _ format: ImageFileFormat = .png, isRandomAccess: Bool = false) -> Int {
            PixelLimit(
                format: format, isBilevel: false, isRandomAccess: isRandomAccess, byteCount: byteCount,
                explicitLimit: nil
            ).pixelCount
        }
        #expect(limit(0) == 134_217_728)
        #expect(limit(1_000_000) == 400_000_000)
        #expect(limit(1 << 40) == 4_294_967_296)
        #expect(limit(1 << 40, isRandomAccess: true) == (1 << 40) * 400)
        #expect(limit(1 << 40, .gif) == 67_108_864)
        #expect(limit(.max, isRandomAccess: true) == .max)
    }

    @Test("The caller's limit takes the place of all others, and the message names the option")
    func raised() throws {
        let data = PictureBombFiles.png(width: 30_000, height: 30_000)
        #expect(throws: ImageFileError.tooLarge(file: "a", width: 30_000, height: 30_000, limit: data.count * 400)) {
            try ImageFileReader.open(data: data, name: "a")
        }
        #expect(try ImageFileReader.open(data: data, pixelLimit: 900_000_000).width == 30_000)
        let text = "\(ImageFileError.tooLarge(file: "a", width: 3, height: 3, limit: 1))"
        #expect(text.contains("--pixel-limit") && text.contains("CIImageOption.pixelLimit"))
    }

    @Test("A JPEG that is too short for its pixels is damaged; the shortest possible one isn't")
    func leastJPEG() throws {
        // 64 × 64 gray pixels are 64 blocks, of two bits each at least: 16 bytes.
        func jpeg(_ count: Int) -> Data {
            PictureLimitFiles.jpeg(
                width: 64, height: 64, isProgressive: false,
                scans: [(first: 0, last: 63, approximation: 0, byteCount: count)])
        }
        let frame = try #require(JPEGFrame(jpeg(16)))
        #expect((frame.width, frame.height, frame.blockCount, frame.minimumByteCount) == (64, 64, 64, 16))
        let source = try ImageFileReader.open(data: jpeg(16))
        // Coefficients of zero are middle gray.
        #expect(try SampleFiles.pixels(source)[63, 0] == SIMD4(128, 128, 128, 255) / 255)
    }

    @Test("Subsampled components count their own blocks")
    func subsampled() throws {
        let picture = SampleFiles.bytes(33, 17, .rgb, space: SampleFiles.sRGB) { _, _, _ in 90 }
        let data = try ImageFileWriter.encode(picture, as: .jpeg)
        let frame = try #require(JPEGFrame(data))
        #expect((frame.width, frame.height) == (33, 17))
        // With chroma halved: 5 × 3 blocks of luma, and 3 × 2 of each chroma; otherwise three times 5 × 3.
        #expect([15 + 6 + 6, 45].contains(frame.blockCount))
        #expect(frame.minimumByteCount <= data.count)
    }

    @Test("Compressed texts are counted, other chunks are not")
    func texts() throws {
        let data = PictureLimitFiles.png(texts: 2, expandingTo: 2_580)
        let one = PictureLimitFiles.png(texts: 1, expandingTo: 2_580)
        let count = PNGHeader.compressedTextByteCount(data)
        #expect(count == 2 * PNGHeader.compressedTextByteCount(one) && count > 0)
        #expect(PNGHeader.compressedTextByteCount(PictureBombFiles.png(width: 9, height: 9)) == 0)
        // Nothing behind the last chunk counts, be it zeros or more chunks.
        let end = try #require(data.range(of: Data("IEND".utf8)))
        #expect(PNGHeader.compressedTextByteCount(data + Data(count: 1000) + data[8..<end.lowerBound]) == count)
        #expect(PNGHeader.compressedTextByteCount(data[..<end.upperBound] + data[33...]) == count)
        #expect(try ImageFileReader.open(data: data).width == 4)
    }
}
