import CoreImage
import Foundation
import TestSupport
import Testing

/// Pictures that are decoded at a fraction of their size. The oracles are the places of edges, and the same picture
/// decoded in full.
@Suite("Reduced decoding")
struct ReducedDecodingTests {
    private static let context = CIContext(options: [.workingFormat: CIFormat.RGBAf])

    /// A JPEG of colours by a function of the position from the lower left corner.
    private static func file(
        _ width: Int, _ height: Int, orientation: Int = 1, _ color: (_ x: Int, _ y: Int) -> SIMD3<UInt8>
    ) throws -> Data {
        var bytes = Data(capacity: width * height * 4)
        for y in (0..<height).reversed() {
            for x in 0..<width {
                let color = color(x, y)
                bytes.append(contentsOf: [color.x, color.y, color.z, 255])
            }
        }
        let image = CIImage(
            bitmapData: bytes, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        return try #require(
            context.jpegRepresentation(
                of: image.settingProperties([kCGImagePropertyOrientation: orientation]), colorSpace: space,
                options: [.lossyCompressionQuality: 1.0]))
    }

    private static func image(
        _ data: Data, reduced: Bool, _ more: [CIImageOption: Any] = [:]
    ) throws -> CIImage {
        try CIImage(decoding: data, options: more.merging([.reducedDecoding: reduced]) { $1 })
    }

    private static func scaled(_ image: CIImage, by scale: Double) throws -> CIImage {
        let large = image.extent
        let (width, height) = ((large.width * scale).rounded(.down), (large.height * scale).rounded(.down))
        return try image.clampedToExtent().filtered(
            by: "CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale]
        ).cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// Whether the rule is part of how an image is rendered.
    private static func isReduced(_ image: CIImage) throws -> Bool {
        try image.explain(context: context, format: .RGBA8).description.contains("Decode pictures smaller")
    }

    @Test("edges stay where they are, to a twentieth of a pixel", arguments: [0.24, 0.12, 0.041])
    func edges(scale: Double) throws {
        let (width, height) = (811, 643)
        // Blocks of a JPEG start at the upper left corner.
        let (across, up) = (320, height - 240)
        let data = try Self.file(width, height) { x, y in
            SIMD3(x < across ? 0 : 255, y < up ? 0 : 255, 128)
        }
        let image = try Self.scaled(Self.image(data, reduced: true), by: scale)
        #expect(try Self.isReduced(image))
        let pixels = try RenderedPixels(image, image.extent, in: Self.context)
        // A scaled height is rounded, which moves all rows. So rows are compared with the picture decoded in full.
        let full = try RenderedPixels(
            Self.scaled(Self.image(data, reduced: false), by: scale), image.extent, in: Self.context)
        let (columns, rows) = (Int(image.extent.width), Int(image.extent.height))
        for index in 2..<min(columns, rows) - 2 {
            // The number of white pixels in a row or column, in linear light, is its length behind the edge.
            let red = (0..<columns).reduce(Float.zero) { $0 + pixels[$1, min(index, rows / 4)].x }
            #expect(abs(Double(columns) - Double(red) - Double(across) * scale) < 0.05)
            let greens = [pixels, full].map { picture in
                (0..<rows).reduce(Float.zero) { $0 + picture[min(index, columns / 4), $1].y }
            }
            #expect(abs(greens[0] - greens[1]) < 0.05 && abs(Double(rows) - Double(greens[0]) - Double(up) * scale) < 1)
        }
    }

    /// Colours that change by up to two codes from pixel to pixel, and differ everywhere.
    private static func smooth(_ x: Int, _ y: Int) -> SIMD3<UInt8> {
        let (u, v) = (Double(x), Double(y))
        return SIMD3(
            UInt8(128 + 100 * sin(u * 0.015 + 0.3)), UInt8(128 + 100 * cos(v * 0.017)),
            UInt8(128 + 100 * sin((u + v) * 0.011)))
    }

    /// The largest and the mean difference of two images of one extent, in codes of sRGB.
    private static func difference(_ a: CIImage, _ b: CIImage) throws -> (largest: Float, mean: Float) {
        #expect(a.extent == b.extent)
        let space = CGColorSpace(name: CGColorSpace.sRGB)
        let pixels = try [a, b].map { try RenderedPixels($0, a.extent, in: context, space: space).all }
        let differences = zip(pixels[0], pixels[1]).map { maximumDifference($0, $1) * 255 }
        return (differences.max() ?? 0, differences.reduce(0, +) / Float(differences.count))
    }

    @Test("turned pictures are the same as those decoded in full, up to their edges", arguments: 1...8)
    func orientations(orientation: Int) throws {
        let data = try Self.file(517, 389, orientation: orientation, Self.smooth)
        for scale in [0.27, 0.13, 0.04] {
            let small = try [true, false].map { reduced in
                try Self.scaled(
                    Self.image(data, reduced: reduced, [.applyOrientationProperty: true]), by: scale)
            }
            #expect(try Self.isReduced(small[0]) && !Self.isReduced(small[1]))
            let (largest, mean) = try Self.difference(small[0], small[1])
            // At the edges up to seven pixels that aren't a block are replaced by those before them.
            #expect(largest < 10 && mean < 1, "\(scale): \(largest), \(mean)")
        }
    }

    @Test("crops, moves, other colour spaces and no colour management", arguments: [0.3, 0.1])
    func variants(scale: Double) throws {
        let data = try Self.file(517, 389, Self.smooth)
        let variants: [(CIImage) -> CIImage] = [
            { $0 }, { $0.cropped(to: CGRect(x: 40, y: 33, width: 301, height: 200)) },
            { $0.oriented(.left).transformed(by: CGAffineTransform(translationX: 31, y: 7)) },
        ]
        for options: [CIImageOption: Any] in [
            [:], [.colorSpace: NSNull()], [.colorSpace: try #require(CGColorSpace(name: CGColorSpace.displayP3))],
        ] {
            for change in variants {
                let small = try [true, false].map { reduced in
                    let image = change(try Self.image(data, reduced: reduced, options))
                    let origin = CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY)
                    return try Self.scaled(image.transformed(by: origin), by: scale)
                }
                #expect(try Self.isReduced(small[0]))
                let (largest, mean) = try Self.difference(small[0], small[1])
                #expect(largest < 10 && mean < 1, "\(largest), \(mean)")
            }
        }
    }

    @Test("WebP without alpha", arguments: [0.3, 0.1]) func webP(scale: Double) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("picture.webp")
        let picture = try CIImage(decoding: Self.file(520, 392, Self.smooth))
        try Self.context.writeRepresentation(
            of: picture, to: url, format: .RGBX8, options: [.lossyCompressionQuality: 1.0])
        let small = try [true, false].map { reduced in
            try Self.scaled(CIImage(loading: url, options: [.reducedDecoding: reduced]), by: scale)
        }
        #expect(try Self.isReduced(small[0]) && !Self.isReduced(small[1]))
        let (largest, mean) = try Self.difference(small[0], small[1])
        #expect(largest < 4 && mean < 1, "\(largest), \(mean)")
        // Colours would have to be weighted by alpha.
        let transparent = picture.applyingFilter(
            "CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0.5)])
        try Self.context.writeRepresentation(of: transparent, to: url, format: .RGBA8)
        #expect(try !Self.isReduced(Self.scaled(CIImage(loading: url, options: [.reducedDecoding: true]), by: scale)))
    }

    @Test("by default, and where the picture is also read in full, every bit is that of the whole picture")
    func exact() throws {
        let data = try Self.file(300, 200, Self.smooth)
        func results(_ image: CIImage) throws -> [CIImage] {
            let small = try Self.scaled(image, by: 0.2)
            return [small.composited(over: image), try Self.scaled(image, by: 0.9), image]
        }
        let plain = try CIImage(decoding: data)
        #expect(try !Self.isReduced(Self.scaled(plain, by: 0.2)))
        for (a, b) in zip(try results(Self.image(data, reduced: true)), try results(plain)) {
            #expect(try pixelBits(a, a.extent) == pixelBits(b, b.extent))
        }
    }

    @Test("pixels don't depend on the region, nor on strips") func regions() throws {
        let data = try Self.file(800, 600, Self.smooth)
        let image = try Self.scaled(Self.image(data, reduced: true), by: 0.22)
        let whole = try RenderedPixels(image, image.extent)
        let part = CGRect(x: 31, y: 20, width: 40, height: 33)
        let fresh = try Self.scaled(Self.image(data, reduced: true), by: 0.22)
        let pixels = try RenderedPixels(fresh, part)
        for y in 20..<53 {
            for x in 31..<71 { #expect(pixels[x, y] == whole[x, y]) }
        }
    }

    @Test("an option that is no Boolean is refused") func malformed() throws {
        let data = try Self.file(16, 16, Self.smooth)
        #expect(throws: CIError.self) { _ = try CIImage(decoding: data, options: [.reducedDecoding: "yes"]) }
    }
}
