import Foundation
import ImageFiles
import TestSupport
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Properties of written files")
struct KeptPropertiesTests {
    private static let formats = ImageFileFormat.allCases.filter { $0.kept != nil }
    /// The formats that have an encoder on this machine.
    private static let writableFormats = formats.filter(\.isWritable)

    /// Writes `TaggedPicture` in a format.
    private static func written(
        as format: ImageFileFormat, _ pixels: CIFormat = .RGBA8, in folder: TemporaryFolder
    ) throws -> URL {
        let source = folder.file("source.tif")
        let profile = try #require(CGColorSpace(name: CGColorSpace.displayP3)?.copyICCData())
        try TaggedPicture.tiff(profile: profile).write(to: source)
        let picture = try CIImage(loading: source)
        let url = folder.file("result.\(format.extensions[0])")
        try CIContext().writeRepresentation(of: picture, to: url, format: pixels, colorSpace: picture.colorSpace)
        return url
    }

    @Test("Every property is kept or lost as the table says", arguments: writableFormats)
    func properties(format: ImageFileFormat) throws {
        let folder = try TemporaryFolder()
        let url = try Self.written(as: format, in: folder)
        let kept = try #require(format.kept)
        let read = try CIImage(loading: url)
        let properties = read.properties
        func check<Value: Equatable>(_ found: Value?, _ value: Value, _ storage: KeptProperties.Storage, _ name: String)
        {
            #expect(found == (storage == .stored ? value : nil), "\(format): \(name)")
        }

        let space = [ImageFileFormat.gif: CGColorSpace.sRGB, .openEXR: CGColorSpace.extendedLinearSRGB][format]
        #expect(read.colorSpace == CGColorSpace(name: space ?? CGColorSpace.displayP3))
        #expect((space == nil) == (kept.profile == .stored))

        let tag = properties[kCGImagePropertyOrientation] as? Int ?? 1
        #expect(tag == (kept.orientation == .stored ? TaggedPicture.orientation : 1))

        let tiff = properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
        let exif = properties[kCGImagePropertyExifDictionary] as? [String: Any]
        let place = properties[kCGImagePropertyGPSDictionary] as? [String: Any]
        check(tiff?["Make"] as? String, TaggedPicture.camera, kept.exif, "Make")
        check(exif?["ExposureTime"] as? Double, TaggedPicture.exposureTime, kept.exif, "ExposureTime")
        check(exif?["ISOSpeedRatings"] as? [Int], [TaggedPicture.sensitivity], kept.exif, "ISOSpeedRatings")
        check(place?["Latitude"] as? Double, TaggedPicture.latitude, kept.exif, "Latitude")
        check(properties[imagePropertyIPTCRecords] as? Data, TaggedPicture.records, kept.iptc, "IPTC")
        check(properties[imagePropertyXMPPacket] as? Data, TaggedPicture.packet, kept.xmp, "XMP")

        // In a picture that was turned upright, horizontal and vertical resolutions are exchanged. PNG stores whole
        // dots per metre, hence the rounding.
        let dots = [kCGImagePropertyDPIWidth, kCGImagePropertyDPIHeight].map {
            (properties[$0] as? Double)?.rounded()
        }
        let (across, down) = (TaggedPicture.horizontalDots, TaggedPicture.verticalDots)
        check(dots[0], kept.orientation == .stored ? across : down, kept.resolution, "DPIWidth")
        check(dots[1], kept.orientation == .stored ? down : across, kept.resolution, "DPIHeight")
    }

    @Test("The metadata's bytes are in the file where the table says so", arguments: writableFormats)
    func bytes(format: ImageFileFormat) throws {
        let folder = try TemporaryFolder()
        let url = try Self.written(as: format, in: folder)
        let kept = try #require(format.kept)
        let file = try Data(contentsOf: url)
        #expect((file.range(of: Data(TaggedPicture.camera.utf8)) != nil) == (kept.exif == .stored))
        #expect((file.range(of: TaggedPicture.records) != nil) == (kept.iptc == .stored))
        // PNG files may store the XMP packet compressed.
        if format != .png { #expect((file.range(of: TaggedPicture.packet) != nil) == (kept.xmp == .stored)) }
        for mark in Self.marks[format] ?? [] {
            #expect(file.range(of: Data(mark.utf8)) != nil, "\(format): \(mark)")
        }
    }

    /// The textual marks that formats define before profile, EXIF, IPTC, XMP and resolution.
    private static let marks: [ImageFileFormat: [String]] = [
        .jpeg: ["ICC_PROFILE\0", "Exif\0\0", "Photoshop 3.0\08BIM\u{4}\u{4}", "http://ns.adobe.com/xap/1.0/\0"],
        .png: ["iCCP", "eXIf", "XML:com.adobe.xmp", "pHYs"],
        .webp: ["ICCP", "EXIF", "XMP "],
        .heif: ["colr", "Exif", "application/rdf+xml"],
        .avif: ["colr", "Exif", "application/rdf+xml"],
        .jpegXL: ["Exif\0\0\0\0", "xml <"],
        .openEXR: ["xDensity\0float\0", "pixelAspectRatio\0float\0"],
    ]

    @Test("The picture looks the same whatever properties its format stores", arguments: writableFormats)
    func pixels(format: ImageFileFormat) throws {
        let folder = try TemporaryFolder()
        let url = try Self.written(as: format, in: folder)
        let shown = try CIImage(loading: url, options: [.applyOrientationProperty: true])
        #expect(shown.extent == CGRect(x: 0, y: 0, width: TaggedPicture.height, height: TaggedPicture.width))
        // Orientation 6 moves the stored left half, which is opaque, to the top.
        let solid = Pictures.pixels(of: shown, in: CGRect(x: 16, y: 48, width: 1, height: 1))[0]
        let color = SIMD4(TaggedPicture.linearColor, 1)
        #expect(maximumDifference(solid, color) < 0.02, "\(format): \(solid)")
        let clear = Pictures.pixels(of: shown, in: CGRect(x: 16, y: 16, width: 1, height: 1))[0]
        let alpha: Float = 64.0 / 255
        let storage = try #require(format.kept).alpha
        let expected: SIMD4<Float> =
            switch storage {
            case .stored: color * alpha
            case .appliedToPixels("on black"): SIMD4(Self.dimmed(TaggedPicture.linearColor, by: alpha), 1)
            case .appliedToPixels("all or nothing"): SIMD4(repeating: 0)
            case .appliedToPixels, .dropped: SIMD4(repeating: .nan)
            }
        #expect(maximumDifference(clear, expected) < 0.02, "\(format): \(clear)")
    }

    /// Returns a colour over black, computed in stored components. Display P3 shares the transfer function of IEC
    /// 61966-2-1.
    private static func dimmed(_ color: SIMD3<Float>, by alpha: Float) -> SIMD3<Float> {
        SIMD3(
            (0..<3).map { (index: Int) -> Float in
                linearFromSRGB(SRGBFormula.encoded(Double(color[index])) * Double(alpha))
            })
    }

    @Test("Every size of components is stored", arguments: writableFormats)
    func depths(format: ImageFileFormat) throws {
        let folder = try TemporaryFolder()
        for stored in try #require(format.kept).depths {
            let (pixels, bits, isFloat): (CIFormat, Int, Bool) =
                switch stored.depth {
                case .bits8: (.RGBA8, 8, false)
                case .bits16: (.RGBA16, 16, false)
                case .half: (.RGBAh, 16, true)
                case .float: (.RGBAf, 32, true)
                }
            let url = try Self.written(as: format, pixels, in: folder)
            let properties = try CIImage(loading: url).properties
            #expect(properties[kCGImagePropertyDepth] as? Int == bits)
            #expect(properties[kCGImagePropertyIsFloat] as? Bool ?? false == isFloat)
            guard format == .heif || format == .avif else {
                #expect(stored.bits == bits)
                continue
            }
            // ISO/IEC 23008-12, section 6.5.6: the `pixi` box has the bit depths of three channels after its version
            // and flags.
            let size = UInt8(stored.bits)
            let box = Data(Array("pixi".utf8) + [0, 0, 0, 0, 3, size, size, size])
            #expect(try Data(contentsOf: url).range(of: box) != nil, "\(format): \(stored.bits)")
        }
    }

    @Test("The documentation's table matches `ImageFileFormat.kept`")
    func documentation() throws {
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/CoreImage/CoreImage.docc/WritingPictureFiles.md").standardized
        let lines = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n")
        let table = lines.drop { !$0.hasPrefix("| format |") }.prefix { $0.hasPrefix("|") }
        let heads = ["format", "profile", "orientation", "EXIF", "IPTC", "XMP", "resolution", "alpha", "depth"]
        var expected = [Self.row(heads), "|" + heads.map { _ in "---|" }.joined()]
        for format in Self.formats {
            let kept = try #require(format.kept)
            let storages = [
                kept.profile, kept.orientation, kept.exif, kept.iptc, kept.xmp, kept.resolution, kept.alpha,
            ]
            let depths = kept.depths.map { stored in
                switch stored.depth {
                case .bits8, .bits16: "\(stored.bits)"
                case .half, .float: stored.depth.rawValue
                }
            }
            expected.append(
                Self.row([format.displayName] + storages.map(Self.text) + [depths.joined(separator: ", ")]))
        }
        #expect(Array(table) == expected, "should be:\n\(expected.joined(separator: "\n"))")
    }

    private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private static func text(of storage: KeptProperties.Storage) -> String {
        switch storage {
        case .stored: "kept"
        case .appliedToPixels(let text): text
        case .dropped: "–"
        }
    }
}
