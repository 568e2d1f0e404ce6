import Foundation
import Pixels
import Testing

@testable import ImageFiles

/// The oracle is libvips, which calls libjpeg, libpng and libexif with code of its own.
@Suite("Encoders of JPEG and PNG")
struct EncoderTests {
    private static func picture(_ layout: PixelFormat.Layout, _ component: PixelFormat.Component) -> EncodedPicture {
        let space = layout.isGray ? CGColorSpaceCreateDeviceGray() : SampleFiles.sRGB
        if component == .uint16 {
            return SampleFiles.words(61, 343, layout, space: space) { x, y, c in
                UInt16((x * 4001 + y * 977 + c * 13007) & 65535)
            }
        }
        return SampleFiles.bytes(61, 343, layout, space: space) { x, y, c in
            UInt8((x * 5 + y * 3 + c * 60 + (x * y) % 23) & 255)
        }
    }

    /// The coded pixels of a JPEG and their tables: all from the first quantisation table on.
    private static func codedPixels(ofJPEG data: Data) -> Data? {
        data.range(of: Data([0xFF, 0xDB])).map { data[$0.lowerBound...] }
    }

    /// The contents of all chunks of a type.
    private static func chunks(_ type: String, of data: Data) -> Data {
        var (result, offset) = (Data(), 8)
        while offset + 8 <= data.count {
            let count = data[offset..<offset + 4].bigEndianNumber
            if data[offset + 4..<offset + 8].elementsEqual(type.utf8) {
                result.append(data[offset + 8..<offset + 8 + count])
            }
            offset += 12 + count
        }
        return result
    }

    @Test("JPEGs have the coded pixels that libvips writes", arguments: [0.0, 0.3, 0.85, 0.894, 0.896, 0.9, 1.0])
    func jpeg(quality: Double) throws {
        for layout in [PixelFormat.Layout.l, .rgb] {
            let picture = Self.picture(layout, .uint8)
            let percent = max(1, Int((quality * 100).rounded()))
            let vips = VipsSaver(nickname: "jpegsave_target") { _ in
                [("Q", "\(percent)"), ("optimize-coding", "false"), ("subsample-mode", "auto")]
            }
            let theirs = try vips.encode(picture, as: .jpeg, .init(), name: "")
            let ours = try ImageFileWriter.encode(picture, as: .jpeg, options: .init(quality: quality))
            #expect(Self.codedPixels(ofJPEG: ours) == Self.codedPixels(ofJPEG: theirs))
            // Without properties, the whole file is the same.
            #expect(ours == theirs)
        }
    }

    @Test("PNGs have the coded pixels that libvips writes", arguments: [nil, 0, 1, 6, 9] as [Int?])
    func png(level: Int?) throws {
        for layout in [PixelFormat.Layout.l, .la, .rgb, .rgba] {
            for component in [PixelFormat.Component.uint8, .uint16] {
                let picture = Self.picture(layout, component)
                let vips = VipsSaver(nickname: "pngsave_target") { _ in [("compression", "\(level ?? 3)")] }
                let theirs = try vips.encode(picture, as: .png, .init(), name: "")
                let ours = try ImageFileWriter.encode(picture, as: .png, options: .init(compressionLevel: level))
                #expect(Self.chunks("IDAT", of: ours) == Self.chunks("IDAT", of: theirs))
                #expect(ours == theirs)
            }
        }
    }

    private static let properties: [String: any Sendable] = [
        "Orientation": 6, "DPIWidth": 300, "DPIHeight": 150.0,
        "{TIFF}": ["Make": "Ours", "DateTime": "2025:01:02 03:04:05"] as [String: any Sendable],
        "{Exif}": [
            "ExposureTime": 0.004, "ISOSpeedRatings": [200], "ExposureBiasValue": -0.5, "ExifVersion": [2, 3, 1],
            "LensModel": "A lens",
        ] as [String: any Sendable],
        "{GPS}": ["Latitude": 48.858222, "LatitudeRef": "N"] as [String: any Sendable],
        imagePropertyXMPPacket: Data("<x tiff:Orientation=\"1\"/>".utf8),
    ]

    @Test("Files have the metadata that libvips writes", arguments: [ImageFileFormat.jpeg, .png])
    func metadata(format: ImageFileFormat) throws {
        let options = ImageEncodingOptions(properties: Self.properties)
        let picture = Self.picture(.rgb, .uint8)
        let vips = VipsSaver(nickname: format == .jpeg ? "jpegsave_target" : "pngsave_target") { _ in [] }
        let theirs = try ImageFileReader.open(data: try vips.encode(picture, as: format, options, name: ""))
        let ours = try ImageFileReader.open(data: try ImageFileWriter.encode(picture, as: format, options: options))
        #expect(NSDictionary(dictionary: ours.properties) == NSDictionary(dictionary: theirs.properties))
        #expect(ours.colorSpace == theirs.colorSpace)
    }

    @Test("A comment survives, which libvips spoils", arguments: [ImageFileFormat.jpeg, .png])
    func comment(format: ImageFileFormat) throws {
        let exif: [String: any Sendable] = ["UserComment": "a comment", "ImageUniqueID": "1"]
        let data = try ImageFileWriter.encode(
            Self.picture(.rgb, .uint8), as: format, options: .init(properties: ["{Exif}": exif]))
        let read = try ImageFileReader.open(data: data).properties["{Exif}"] as? [String: any Sendable]
        #expect(read?["UserComment"] as? String == "a comment")
    }

    @Test("A profile that doesn't fit into one segment of a JPEG is written in several")
    func largeProfile() {
        let profile = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        var read = JPEGProfile()
        let segments = JPEGProfile.segments(holding: profile)
        #expect(segments.count == 4)
        for segment in segments.reversed() {
            #expect(segment.count <= 65_533)
            read.add(segment)
        }
        #expect(read.data == profile)
        #expect(JPEGProfile.segments(holding: Data(count: 7_000_000)).isEmpty)
    }

    @Test("A PNG has its EXIF only once")
    func exifOnce() throws {
        let data = try ImageFileWriter.encode(
            Self.picture(.rgb, .uint8), as: .png, options: .init(properties: Self.properties))
        #expect(data.ranges(of: Data("eXIf".utf8)).count == 1)
    }
}
