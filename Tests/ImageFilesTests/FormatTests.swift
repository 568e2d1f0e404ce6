import Foundation
import Pixels
import Testing

@testable import ImageFiles

@Suite("Formats")
struct FormatTests {
    @Test("Every writable format is written and recognised", arguments: ImageFileFormat.writable)
    func everyWritable(format: ImageFileFormat) throws {
        for depth in format.depths {
            let component = depth.component
            let space = CGColorSpace(name: component.isFloat ? CGColorSpace.linearSRGB : CGColorSpace.sRGB)
            let pixelFormat = PixelFormat(.rgb, component)
            let picture = EncodedPicture(width: 64, height: 48, pixelFormat: pixelFormat, colorSpace: space) {
                strip, buffer, row in
                let line = [SIMD4<Float>](repeating: SIMD4(0.75, 0.5, 0.25, 1), count: strip.width)
                for y in 0..<strip.height { pixelFormat.pack(line, count: strip.width, into: buffer + y * row) }
            }
            let data = try ImageFileWriter.encode(picture, as: format, options: .init(quality: 0.95))
            let source = try ImageFileReader.open(data: data)
            #expect(source.format == format)
            #expect((source.width, source.height) == (64, 48))
            let pixel = try SampleFiles.pixels(source)[20, 20]
            let difference = pixel - SIMD4(0.75, 0.5, 0.25, 1)
            // Lossy formats change a flat colour by a few of 255 steps, and GIF's palette by a few more.
            #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) < 0.03, "\(format) \(depth)")
            #expect(pixel.w == 1)
        }
    }

    private static let defaultQualities: [(ImageFileFormat, Double)] =
        [(.jpeg, 0.85), (.webp, 0.85), (.jpegXL, 0.85), (.heif, 0.5), (.avif, 0.65)]

    @Test(
        "The default quality is the documented one",
        arguments: defaultQualities.filter { $0.0.isWritable })
    func defaultQuality(format: ImageFileFormat, quality: Double) throws {
        let picture = SampleFiles.bytes(64, 48, .rgb, space: SampleFiles.sRGB) { x, y, c in
            UInt8(truncatingIfNeeded: (x * 37 + y * 91 + c * 53) ^ (x * y))
        }
        let data = try ImageFileWriter.encode(picture, as: format)
        #expect(data == (try ImageFileWriter.encode(picture, as: format, options: .init(quality: quality))))
        #expect(data != (try ImageFileWriter.encode(picture, as: format, options: .init(quality: quality + 0.1))))
    }

    @Test(
        "Alpha is kept, unpremultiplied",
        arguments: ImageFileFormat.writable.filter { $0.hasAlpha && $0 != .openEXR && $0 != .gif })
    func alpha(format: ImageFileFormat) throws {
        let picture = SampleFiles.bytes(64, 48, .rgba, space: SampleFiles.sRGB) { _, _, c in [200, 100, 50, 128][c] }
        let source = try ImageFileReader.open(
            data: try ImageFileWriter.encode(picture, as: format, options: .init(quality: 1)))
        #expect(source.alphaState == .unpremultiplied)
        let pixel = try SampleFiles.pixels(source)[9, 9] * 255
        let difference = pixel - SIMD4(200, 100, 50, 128)
        #expect((difference * difference).max() < 16, "\(format) \(pixel)")
    }

    @Test("The first frame of an animation is the picture")
    func animation() throws {
        // A hand-made GIF89a, 1 × 1, two colours, two frames: white, then black.
        let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
        let white: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
        let black: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 0x01, 0]
        let source = try ImageFileReader.open(data: Data(header + white + black + [0x3B]))
        #expect(source.format == .gif)
        #expect((source.width, source.height) == (1, 1))
        #expect(try SampleFiles.pixels(source)[0, 0] == SIMD4(1, 1, 1, 1))
    }

    @Test("Formats whose loaders libvips itself distrusts are refused")
    func distrusted() {
        let map = Data("P6 2 1 255\n".utf8) + Data([255, 0, 0, 0, 255, 0])
        let radiance = Data("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n".utf8) + Data([128, 64, 0, 130])
        for data in [map, radiance] {
            #expect(throws: ImageFileError.notAnImage(file: "it")) { try ImageFileReader.open(data: data, name: "it") }
        }
    }

    @Test("Extensions name formats in any case")
    func extensions() throws {
        #expect(ImageFileFormat(pathExtension: "JPG") == .jpeg)
        #expect(ImageFileFormat(pathExtension: "tiff") == .tiff)
        #expect(ImageFileFormat(pathExtension: "exr") == .openEXR)
        #expect(ImageFileFormat(pathExtension: "") == nil)
        #expect(try ImageFileWriter.format(for: URL(fileURLWithPath: "/tmp/a.PNG")) == .png)
        #expect(throws: ImageFileError.unknownFormat(file: "a.svg")) {
            try ImageFileWriter.format(for: URL(fileURLWithPath: "/tmp/a.svg"))
        }
    }

    @Test(
        "Strips of TIFF files are of a mebibyte at most, or of 16 rows",
        arguments: [(10, 130, 128), (4000, 90, 80), (30_000, 20, 16)])
    func stripsOfTIFF(width: Int, height: Int, rows: UInt32) throws {
        let picture = SampleFiles.bytes(width, height, .rgb, space: nil) { _, y, _ in UInt8(y) }
        let data = try ImageFileWriter.encode(picture, as: .tiff)
        func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
            Number(littleEndian: data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) })
        }
        try #require(data.prefix(4) == Data("II*\0".utf8))
        let directory = Int(number(4, UInt32.self))
        let entries = (0..<Int(number(directory, UInt16.self))).map { directory + 2 + 12 * $0 }
        let entry = try #require(entries.first { number($0, UInt16.self) == 278 })
        // A 16-bit number is in the first two of the four bytes of the value field.
        #expect(number(entry + 8, UInt32.self) & 0xFFFF == rows)
        #expect(try SampleFiles.pixels(try ImageFileReader.open(data: data))[3, 0].x == Float(height - 1) / 255)
    }

    @Test("Extensions and type identifiers name one format each")
    func names() {
        let extensions = ImageFileFormat.allCases.flatMap(\.extensions)
        #expect(Set(extensions).count == extensions.count)
        // The identifiers of Apple's UTType, and those that WebP, OpenEXR and JPEG XL have on Apple's platforms.
        let identifiers: [ImageFileFormat: String] = [
            .jpeg: "public.jpeg", .png: "public.png", .tiff: "public.tiff", .webp: "org.webmproject.webp",
            .heif: "public.heic", .avif: "public.avif", .jpegXL: "public.jpeg-xl", .gif: "com.compuserve.gif",
            .openEXR: "com.ilm.openexr-image", .svg: "public.svg-image",
        ]
        #expect(
            identifiers == Dictionary(uniqueKeysWithValues: ImageFileFormat.allCases.map { ($0, $0.typeIdentifier) }))
    }

    @Test("libvips' loaders find their formats")
    func loaders() {
        let expected: [(String, ImageFileFormat?)] = [
            ("VipsForeignLoadJpegFile", nil), ("VipsForeignLoadPngBuffer", nil), ("VipsForeignLoadTiffFile", .tiff),
            ("VipsForeignLoadWebpFile", .webp), ("VipsForeignLoadHeifBuffer", .heif),
            ("VipsForeignLoadJxlFile", .jpegXL),
            ("VipsForeignLoadNsgifFile", .gif), ("VipsForeignLoadSvgBuffer", .svg), ("VipsForeignLoadPdfFile", nil),
        ]
        for (loader, format) in expected { #expect(ImageFileFormat(loader: loader) == format, "\(loader)") }
    }

    @Test("Sides longer than a format can store are refused")
    func sides() {
        // JPEG and GIF have 16-bit sizes, WebP 14-bit ones; libheif's encoders stop at 16384.
        let limits: [(ImageFileFormat, Int)] = [(.jpeg, 65535), (.gif, 65535), (.webp, 16383), (.heif, 16384)]
        for (format, limit) in limits where format.isWritable {
            let picture = EncodedPicture(width: limit + 1, height: 1, pixelFormat: .RGB8, colorSpace: nil) { _, _, _ in
            }
            let error = #expect(throws: ImageFileError.self) { try ImageFileWriter.encode(picture, as: format) }
            #expect(error?.description.contains("its largest side is \(limit)") == true)
        }
    }
}
