import CoreImage
import Foundation
import ImageFiles
import Synchronization
import Testing

@Suite("Pictures as files")
struct PictureFileTests {
    private let context = CIContext()
    private let source = makePicture(40, 30) { x, y in
        SIMD4(Float(x) / 40, Float(y) / 30, Float((x + y) % 7) / 7, 1)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func temporaryFile(_ name: String) -> URL { folder.file(name) }

    private func largestDifference(_ image: CIImage, _ other: CIImage) throws -> Float {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        #expect(image.extent == other.extent)
        let a = try RenderedPixels(image, other.extent, in: context, space: sRGB).all
        let b = try RenderedPixels(other, other.extent, in: context, space: sRGB).all
        return zip(a, b).map { pair in
            let d = pair.0 - pair.1
            return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
        }.max() ?? 9
    }

    @Test("PNG and TIFF keep pixels to the precision of the format")
    func lossless() throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let cases: [(Data, Float)] = [
            (try context.pngData(of: source, format: .RGBA8, colorSpace: sRGB), 0.51 / 255),
            (try context.pngData(of: source, format: .RGBA16, colorSpace: sRGB), 0.51 / 65535 + 1e-5),
            (try context.tiffData(of: source, format: .RGBA8, colorSpace: sRGB), 0.51 / 255),
            (try context.tiffData(of: source, format: .RGBA16, colorSpace: sRGB), 0.51 / 65535 + 1e-5),
            (try context.tiffData(of: source, format: .RGBAf, colorSpace: sRGB), 1e-5),
            (
                try context.pngData(
                    of: source, format: .RGBX16, colorSpace: try namedColorSpace(CGColorSpace.displayP3)), 1e-3
            ),
        ]
        for (data, tolerance) in cases {
            let again = try CIImage(decoding: data)
            let difference = try largestDifference(again, source)
            #expect(difference <= tolerance)
        }
        #expect(context.pngRepresentation(of: source, format: .RGBA8, colorSpace: sRGB) == cases[0].0)
        #expect(try CIImage(decoding: cases[5].0).colorSpace?.isWideGamutRGB == true)
    }

    @Test("Alpha survives; gray stays gray")
    func alphaAndGray() throws {
        let glass = makePicture(8, 8) { x, y in SIMD4(0.5, 0.25, 0, 1) * (Float(x * 8 + y) / 64) }
        let data = try context.pngData(
            of: glass, format: .RGBA16, colorSpace: try namedColorSpace(CGColorSpace.linearSRGB))
        let again = try RenderedPixels(try CIImage(decoding: data), glass.extent)
        for y in 0..<8 {
            for x in 0..<8 { #expect(isClose(again[x, y], SIMD4(0.5, 0.25, 0, 1) * (Float(x * 8 + y) / 64), 1e-3)) }
        }
        let gray = try context.pngData(
            of: source, format: .L8, colorSpace: try namedColorSpace(CGColorSpace.genericGrayGamma2_2))
        #expect(try CIImage(decoding: gray).colorSpace?.model == .monochrome)
        #expect(throws: CIError.self) {
            try context.pngData(of: source, format: .L8, colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        }
        #expect(throws: CIError.self) {
            try context.pngData(of: source, format: .A8, colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        }
    }

    @Test("JPEG: close to the picture, smaller at lower quality, in both spellings of the option")
    func jpeg() throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let smooth = makePicture(64, 64) { x, y in SIMD4(Float(x) / 64, Float(y) / 64, 0.5, 1) }
        let fine = try context.jpegData(
            of: smooth, colorSpace: sRGB,
            options: [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 1.0])
        let coarse = try context.jpegData(
            of: smooth, colorSpace: sRGB,
            options: [CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String): 0.1])
        #expect(coarse.count < fine.count)
        #expect(try largestDifference(try CIImage(decoding: fine), smooth) < 0.05)
        #expect(context.jpegRepresentation(of: smooth, colorSpace: sRGB) != nil)
        #expect(throws: CIError.self) {
            try context.jpegData(of: smooth, colorSpace: sRGB, options: [.lossyCompressionQuality: 2])
        }
        #expect(throws: CIError.self) {
            try context.jpegData(of: smooth, colorSpace: sRGB, options: [CIImageRepresentationOption(rawValue: "x"): 2])
        }
    }

    @Test("Files: written whole, read back lazily, with metadata")
    func files() throws {
        let url = temporaryFile("a.png")
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        try context.writePNGRepresentation(of: source, to: url, format: .RGBA8, colorSpace: sRGB)
        let again = try CIImage(loading: url)
        #expect(again.url == url && again.extent == source.extent)
        #expect(try largestDifference(again, source) <= 0.51 / 255)
        let jpeg = temporaryFile("b.jpg")
        let described = source.settingProperties([
            kCGImagePropertyOrientation: 6, kCGImagePropertyTIFFDictionary: ["Make": "Our camera", "Orientation": 6],
        ])
        try context.writeJPEGRepresentation(of: described, to: jpeg, colorSpace: sRGB)
        let stored = try CIImage(loading: jpeg)
        #expect(
            (stored.properties[kCGImagePropertyTIFFDictionary] as? [String: Any])?["Make"] as? String == "Our camera")
        #expect(stored.extent.size == CGSize(width: 40, height: 30))
        let upright = try CIImage(loading: jpeg, options: [.applyOrientationProperty: true])
        #expect(upright.extent.size == CGSize(width: 30, height: 40))
        #expect(try largestDifference(upright, stored.oriented(.right)) == 0)
        let kept = try CIImage(decoding: try context.jpegData(of: stored.oriented(.right), colorSpace: sRGB))
        #expect(kept.properties[kCGImagePropertyOrientation] as? Int ?? 1 == 1)
    }

    @Test("OpenEXR keeps light beyond 0…1 and premultiplied alpha, whatever space is asked for")
    func openEXR() throws {
        // Values that half floats hold exactly.
        let light = Pictures.image(width: 4, height: 3) { x, y in
            SIMD4(Float(x) * 2.5, -0.5, Float(y) * 0.125, x == 3 ? 0.5 : 1)
        }
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let files = [temporaryFile("a.exr"), temporaryFile("b.exr"), temporaryFile("c.exr")]
        try context.writeOpenEXRRepresentation(of: light, to: files[0])
        try context.openEXRRepresentation(of: light).write(to: files[1])
        try context.writeRepresentation(of: light, to: files[2], format: .RGBAf, colorSpace: sRGB)
        for file in files {
            let again = try CIImage(loading: file)
            #expect(again.extent == light.extent)
            #expect(again.colorSpace?.isLinear == true)
            #expect(Pictures.pixels(of: again, in: light.extent) == Pictures.pixels(of: light, in: light.extent))
        }
    }

    @Test(
        "HEIF: close to the picture, in 8 and in more bits",
        .enabled(if: ImageFileFormat.heif.isWritable, "this machine has no encoder for HEIF"))
    func heif() throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let data = try context.heifData(
            of: source, format: .RGBA8, colorSpace: sRGB, options: [.lossyCompressionQuality: 0.95])
        #expect(try largestDifference(try CIImage(decoding: data), source) < 0.2)
        let deep = try context.heif10Representation(
            of: source, colorSpace: sRGB, options: [.lossyCompressionQuality: 0.95])
        #expect(try largestDifference(try CIImage(decoding: deep), source) < 0.2)
    }

    @Test(
        "HEIF without an encoder throws",
        .enabled(if: !ImageFileFormat.heif.isWritable, "this machine has an encoder for HEIF"))
    func heifWithoutEncoder() throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        #expect(throws: ImageFileError.self) {
            try context.heifData(of: source, format: .RGBA8, colorSpace: sRGB)
        }
    }

    @Test("Errors name the file that can't be read or written")
    func refusals() throws {
        let missing = temporaryFile("missing.png")
        #expect(CIImage(contentsOf: missing) == nil)
        #expect(CIImage(data: Data("not a picture".utf8)) == nil)
        do {
            _ = try CIImage(loading: missing)
            Issue.record("a missing file was read")
        } catch {
            #expect("\(error)".contains(missing.lastPathComponent))
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("no-such-folder/x.png")
        #expect(throws: ImageFileError.self) {
            try context.writePNGRepresentation(
                of: source, to: folder, format: .RGBA8, colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        }
        #expect(throws: ImageFileError.self) {
            try context.writeRepresentation(of: source, to: temporaryFile("x.nonsense"))
        }
    }

    @Test("A rendering that fails ends the writing with its error, and leaves no file")
    func failingSource() throws {
        let url = temporaryFile("failing.png")
        let broken = CIImage(
            bitmapData: Data(), bytesPerRow: 1, size: CGSize(width: 9, height: 9), format: .RGBA8, colorSpace: nil
        ).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(throws: BitmapError.self) {
            try context.writePNGRepresentation(
                of: broken, to: url, format: .RGBA8, colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("Progress rises to 1 while writing")
    func progress() throws {
        let told = Mutex<[Double]>([])
        let file = temporaryFile("progress.png")
        let tall = makePicture(3, 700) { x, y in SIMD4(Float(x) / 3, Float(y) / 700, 0, 1) }
        try context.writeRepresentation(of: tall, to: file, progress: { part in told.withLock { $0.append(part) } })
        let parts = told.withLock { $0 }
        #expect(parts == parts.sorted())
        #expect(parts.count > 1 && parts.allSatisfy { $0 > 0 })
        #expect(parts.last == 1)
    }

    @Test("A picture of several strips")
    func strips() throws {
        let tall = makePicture(60, 3) { x, y in SIMD4(Float(x) / 60, Float(y) / 3, 0, 1) }.samplingNearest()
            .transformed(by: CGAffineTransform(scaleX: 4, y: 400))
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let again = try CIImage(decoding: try context.pngData(of: tall, format: .RGBA8, colorSpace: sRGB))
        #expect(try largestDifference(again, tall) <= 0.51 / 255)
    }
}
