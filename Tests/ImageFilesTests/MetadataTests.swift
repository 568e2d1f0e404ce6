import Foundation
import ImageFiles
import Pixels
import Testing

@Suite("Metadata")
struct MetadataTests {
    private static func picture() -> EncodedPicture {
        SampleFiles.bytes(8, 6, .rgb, space: SampleFiles.sRGB) { x, y, _ in UInt8(x * 20 + y) }
    }

    /// A big-endian EXIF block: Make, Orientation, an EXIF directory with ExposureTime, ISOSpeedRatings, ExifVersion
    /// and DateTimeOriginal, and a GPS directory with a latitude and its reference.
    private static func handmadeBlock() -> [UInt8] {
        func be16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
        func be32(_ v: Int) -> [UInt8] { be16(v >> 16) + be16(v & 0xFFFF) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            be16(tag) + be16(type) + be32(count) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        // Offsets: main directory at 8 (4 entries: 54 bytes, to 62), Make at 62 (6), EXIF at 68 (4 entries: 54, to
        // 122), its values at 122 (8 + 20 = 28, to 150), GPS at 150 (2 entries: 30, to 180), its values at 180 (24).
        var b: [UInt8] = [0x4D, 0x4D, 0, 42] + be32(8)
        b += be16(4)
        b += entry(0x010F, 2, 6, be32(62))
        b += entry(0x0112, 3, 1, be16(6))
        b += entry(0x8769, 4, 1, be32(68))
        b += entry(0x8825, 4, 1, be32(150))
        b += be32(0)
        b += Array("Canon\0".utf8)
        b += be16(4)
        b += entry(0x829A, 5, 1, be32(122))
        b += entry(0x8827, 3, 1, be16(400))
        b += entry(0x9000, 7, 4, Array("0231".utf8))
        b += entry(0x9003, 2, 20, be32(130))
        b += be32(0)
        b += be32(1) + be32(125)
        b += Array("2024:05:06 07:08:09\0".utf8)
        b += be16(2)
        b += entry(0x0001, 2, 2, Array("S\0".utf8))
        b += entry(0x0002, 5, 3, be32(180))
        b += be32(0)
        b += be32(33) + be32(1) + be32(52) + be32(1) + be32(1234) + be32(100)
        return b
    }

    private static func jpeg(with block: [UInt8]) throws -> Data {
        let plain = try ImageFileWriter.encode(picture(), as: .jpeg)
        let body = Array("Exif\0\0".utf8) + block
        let length = body.count + 2
        return plain.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body) + plain.dropFirst(2)
    }

    @Test("A TIFF file's entries have the types that EXIF gives them, which other readers insist on")
    func entryTypes() throws {
        let comment = Array("ASCII\0\0\0ab".utf8).map(Int.init)
        let exif: [String: any Sendable] = [
            kCGImagePropertyExifFlashPixVersion: [1, 0], ImageFiles.kCGImagePropertyExifUserComment: comment,
        ]
        let data = try ImageFileWriter.encode(
            Self.picture(), as: .tiff, options: .init(properties: [kCGImagePropertyExifDictionary: exif]))
        // Little-endian entries: tag, type 7 (UNDEFINED), count, and the value if it has at most four bytes (EXIF 2.32,
        // 4.6.5).
        let version: [UInt8] = [0x00, 0xA0, 7, 0, 4, 0, 0, 0] + Array("0100".utf8)
        #expect(data.range(of: Data(version)) != nil)
        #expect(data.range(of: Data([0x86, 0x92, 7, 0, 10, 0, 0, 0])) != nil)
        let read = try ImageFileReader.open(data: data).properties[kCGImagePropertyExifDictionary] as? [String: Any]
        #expect(read?[kCGImagePropertyExifFlashPixVersion] as? [Int] == [1, 0])
        #expect(read?[ImageFiles.kCGImagePropertyExifUserComment] as? String == "ab")
    }

    @Test("Hand-built EXIF reads as ImageIO's dictionaries")
    func handmade() throws {
        let source = try ImageFileReader.open(data: try Self.jpeg(with: Self.handmadeBlock()))
        let p = source.properties
        #expect(source.orientation == 6)
        #expect(p[kCGImagePropertyOrientation] as? Int == 6)
        #expect(p[kCGImagePropertyPixelWidth] as? Int == 8)
        #expect(p[kCGImagePropertyPixelHeight] as? Int == 6)
        #expect(p[kCGImagePropertyDepth] as? Int == 8)
        #expect(p[kCGImagePropertyColorModel] as? String == "RGB")
        #expect(p[kCGImagePropertyProfileName] as? String == "sRGB IEC61966-2.1")
        let tiff = p["{TIFF}"] as? [String: any Sendable]
        #expect(tiff?["Make"] as? String == "Canon")
        #expect(tiff?["Orientation"] as? Int == 6)
        let exif = p["{Exif}"] as? [String: any Sendable]
        #expect(exif?["ExposureTime"] as? Double == 1.0 / 125)
        #expect(exif?["ISOSpeedRatings"] as? [Int] == [400])
        #expect(exif?["ExifVersion"] as? [Int] == [2, 3, 1])
        #expect(exif?["DateTimeOriginal"] as? String == "2024:05:06 07:08:09")
        let gps = p["{GPS}"] as? [String: any Sendable]
        #expect(gps?["LatitudeRef"] as? String == "S")
        let latitude = try #require(gps?["Latitude"] as? Double)
        #expect(abs(latitude - (33 + 52.0 / 60 + 12.34 / 3600)) < 1e-9)
    }

    @Test("EXIF cut short or looping ends in fewer entries")
    func hostile() throws {
        func entries(_ block: [UInt8]) throws -> [String: any Sendable] {
            let source = try ImageFileReader.open(data: try Self.jpeg(with: block))
            #expect(source.properties[kCGImagePropertyPixelWidth] as? Int == 8)
            return source.properties["{Exif}"] as? [String: any Sendable] ?? [:]
        }
        let whole = Self.handmadeBlock()
        let all = try entries(whole)
        for length in stride(from: 0, to: whole.count, by: 3) {
            let found = try entries(Array(whole.prefix(length)))
            #expect(found.count <= all.count, "\(length) bytes")
            // The directory of EXIF begins at 68, its values at 122.
            if length < 122 { #expect(found["ExposureTime"] == nil, "\(length) bytes") }
        }
        // EXIF's directory is the main directory, which leads to itself.
        var looping = whole
        looping.replaceSubrange(42..<46, with: [0, 0, 0, 8])
        #expect(try entries(looping)["ExposureTime"] == nil)
    }

    private static let properties: [String: any Sendable] = [
        "Orientation": 3, "DPIWidth": 300, "DPIHeight": 300.0,
        "{TIFF}": ["Make": "Ours", "Model": "Camera 1", "DateTime": "2025:01:02 03:04:05"] as [String: any Sendable],
        "{Exif}": [
            "ExposureTime": 0.004, "FNumber": 2.8, "ISOSpeedRatings": [200], "ExposureBiasValue": -0.5,
            "DateTimeOriginal": "2025:01:02 03:04:05", "FocalLength": 35, "LensModel": "A lens",
            "ExifVersion": [2, 3, 1],
            "LensSpecification": [24.0, 70.0, 2.8, 4.0],
        ] as [String: any Sendable],
        "{GPS}": [
            "Latitude": 48.858222, "LatitudeRef": "N", "Longitude": 2.2945, "LongitudeRef": "E", "Altitude": 35.5,
            "AltitudeRef": 0, "DateStamp": "2025:01:02", "TimeStamp": "01:02:03",
        ] as [String: any Sendable],
    ]

    @Test("Properties survive writing and reading", arguments: [ImageFileFormat.jpeg, .png, .webp, .tiff])
    func roundTrip(format: ImageFileFormat) throws {
        let data = try ImageFileWriter.encode(Self.picture(), as: format, options: .init(properties: Self.properties))
        let source = try ImageFileReader.open(data: data)
        #expect(source.orientation == 3)
        let p = source.properties
        let dots = try #require(p["DPIWidth"] as? Double)
        #expect(abs(dots - 300) < 0.02)
        let tiff = try #require(p["{TIFF}"] as? [String: any Sendable])
        #expect(tiff["Make"] as? String == "Ours")
        #expect(tiff["Model"] as? String == "Camera 1")
        #expect(tiff["DateTime"] as? String == "2025:01:02 03:04:05")
        let exif = try #require(p["{Exif}"] as? [String: any Sendable])
        #expect(exif["ExposureTime"] as? Double == 0.004)
        #expect(exif["FNumber"] as? Double == 2.8)
        #expect(exif["ISOSpeedRatings"] as? [Int] == [200])
        #expect(exif["ExposureBiasValue"] as? Double == -0.5)
        #expect(exif["FocalLength"] as? Double == 35)
        #expect(exif["LensModel"] as? String == "A lens")
        #expect(exif["DateTimeOriginal"] as? String == "2025:01:02 03:04:05")
        #expect(exif["ExifVersion"] as? [Int] == [2, 3, 1])
        #expect(exif["LensSpecification"] as? [Double] == [24, 70, 2.8, 4])
        let gps = try #require(p["{GPS}"] as? [String: any Sendable])
        #expect(abs((gps["Latitude"] as? Double ?? 0) - 48.858222) < 1e-8)
        #expect(abs((gps["Longitude"] as? Double ?? 0) - 2.2945) < 1e-8)
        #expect(gps["LongitudeRef"] as? String == "E")
        #expect(gps["Altitude"] as? Double == 35.5)
        #expect(gps["AltitudeRef"] as? Int == 0)
        #expect(gps["DateStamp"] as? String == "2025:01:02")
        #expect(gps["TimeStamp"] as? String == "01:02:03")
    }

    @Test("Properties are copied by kind")
    func copied() {
        let copy = ImageProperties.copied(from: [
            "a": 1, "b": "text", "c": ["d": 2.5, "e": [1, 2]] as [String: Any], "f": Data([1]), "g": NSNull(),
        ])
        #expect(copy["a"] as? Int == 1)
        #expect(copy["b"] as? String == "text")
        #expect((copy["c"] as? [String: any Sendable])?["e"] as? [Int] == [1, 2])
        #expect(copy["f"] as? Data == Data([1]))
        #expect(copy["g"] == nil)
    }
}
