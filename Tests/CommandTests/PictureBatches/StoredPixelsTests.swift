import CoreImage
import Foundation
import ImageFiles
import Testing

@testable import PictureBatches

@Suite("Depth and colour space of result files")
struct StoredPixelsTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func url(_ name: String) -> URL { command.folder.appendingPathComponent(name) }

    /// Writes a small picture and reads it again.
    private func picture(_ name: String, _ format: CIFormat, space: String = CGColorSpace.sRGB) throws -> CIImage {
        let image = CIImage(color: CIColor(red: 0.2, green: 0.5, blue: 0.7))
            .cropped(to: CGRect(x: 0, y: 0, width: 16, height: 8))
        let colorSpace = try #require(CGColorSpace(name: space))
        try CIContext().writeRepresentation(of: image, to: url(name), format: format, colorSpace: colorSpace)
        return try CIImage(loading: url(name))
    }

    private func pixels(
        like source: CIImage?, depth: PictureDepth? = nil, in format: ImageFileFormat
    ) -> StoredPixels {
        StoredPixels(like: source, isOpaque: true, depth: depth, in: format)
    }

    @Test(
        "8 bits of a linear picture are stored with the same primaries and a curve, or in sRGB",
        arguments: [
            (CGColorSpace.extendedLinearSRGB, CGColorSpace.sRGB),
            (CGColorSpace.linearDisplayP3, CGColorSpace.displayP3),
            (CGColorSpace.linearITUR_2020, CGColorSpace.itur_2020), (CGColorSpace.acescgLinear, CGColorSpace.sRGB),
        ])
    func linear(space: String, expected: String) throws {
        let source = try picture("a.exr", .RGBXh, space: space)
        for format in [ImageFileFormat.png, .jpeg, .webp, .heif, .avif, .jpegXL, .tiff] {
            let stored = pixels(like: source, depth: .eight, in: format)
            #expect(stored.colorSpace?.name == expected, "\(format)")
        }
        #expect(pixels(like: source, in: .png).depth == .bits8)
        #expect(pixels(like: source, in: .png).colorSpace?.name == expected)
        // Formats with floats keep linear components.
        for format in [ImageFileFormat.tiff, .openEXR] {
            #expect(pixels(like: source, in: format).depth == .half)
            #expect(pixels(like: source, in: format).colorSpace == source.colorSpace)
        }
    }

    @Test("The input's depth is kept where the format can hold it, and --depth overrides it")
    func depth() throws {
        let deep = try picture("deep.tif", .RGBX16)
        let expected: [(ImageFileFormat, ImageEncodingOptions.Depth)] = [
            (.png, .bits16), (.tiff, .bits16), (.jpegXL, .bits16), (.jpeg, .bits8), (.webp, .bits8), (.gif, .bits8),
            // These would hold 12 of the 16 bits, in files that few programs read.
            (.heif, .bits8), (.avif, .bits8),
        ]
        for (format, depth) in expected { #expect(pixels(like: deep, in: format).depth == depth, "\(format)") }
        #expect(pixels(like: deep, depth: .eight, in: .png).depth == .bits8)
        let float = try picture("float.tif", .RGBXf, space: CGColorSpace.linearSRGB)
        #expect(pixels(like: float, in: .tiff).depth == .float)
        #expect(pixels(like: float, in: .openEXR).depth == .float)
        let plain = try picture("a.png", .RGBX8)
        #expect(pixels(like: plain, in: .tiff).depth == .bits8)
        #expect(pixels(like: nil, in: .png).depth == .bits8)
    }

    @Test("A depth that a format can't hold is refused with the formats that can")
    func refusals() throws {
        for format in [ImageFileFormat.jpeg, .webp, .gif] {
            let reason = try #require(PictureDepth.sixteen.refusal(in: format))
            #expect(reason.hasPrefix("depth 16: \(format.displayName)"))
            #expect(reason.contains(".png") && reason.contains(".tif") && !reason.contains(".jpg"))
        }
        let float = try #require(PictureDepth.float.refusal(in: .png))
        #expect(float.contains(".tif") && float.contains(".exr") && !float.contains("write .png"))
        for (depth, format) in [
            (PictureDepth.eight, ImageFileFormat.openEXR), (.sixteen, .png), (.sixteen, .heif), (.sixteen, .openEXR),
            (.float, .tiff),
        ] {
            #expect(depth.refusal(in: format) == nil)
        }
    }

    @Test("apply: an OpenEXR file becomes a Display P3 PNG, as --explain says, and 16 bits stay 16 bits")
    func apply() throws {
        _ = try picture("a.exr", .RGBXh, space: CGColorSpace.linearDisplayP3)
        #expect(try command.run(["apply", "a.exr", "-o", "a.png"]).code == 0)
        #expect(try CIImage(loading: url("a.png")).colorSpace?.name == CGColorSpace.displayP3)
        let explained = try command.run(["apply", "a.exr", "-o", "a.png", "--explain"])
        #expect(explained.output.contains("convert working space → kCGColorSpaceDisplayP3"), "\(explained.output)")

        _ = try picture("deep.tif", .RGBX16)
        #expect(try command.run(["apply", "deep.tif", "-o", "sepia.tif", "--", "SepiaTone"]).code == 0)
        #expect(try CIImage(loading: url("sepia.tif")).properties[kCGImagePropertyDepth] as? Int == 16)
        for output in ["x.jpg", "folder/{name}.jpg"] {
            let refused = try command.run(["apply", "deep.tif", "-o", output, "--depth", "16"])
            #expect(refused.code == 64 && refused.errors.contains("--depth 16: JPEG can't hold that"))
        }
    }

    @Test("The folder of a single result is created, as those of several are")
    func folder() throws {
        _ = try picture("a.png", .RGBX8)
        #expect(try command.run(["apply", "a.png", "-o", "new/deep/b.png"]).code == 0)
        #expect(FileManager.default.fileExists(atPath: command.path("new/deep/b.png")))
    }
}
