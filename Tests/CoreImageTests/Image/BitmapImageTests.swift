import CoreImage
import Foundation
import Testing

@Suite("Images from bitmaps")
struct BitmapImageTests {
    /// One pixel in every format, byte by byte as the format's name says, and the colour it stands for.
    private static let samples: [(CIFormat, [UInt8], SIMD4<Float>)] = [
        (.RGBA8, [51, 102, 153, 204], SIMD4(0.2, 0.4, 0.6, 0.8)),
        (.BGRA8, [153, 102, 51, 204], SIMD4(0.2, 0.4, 0.6, 0.8)),
        (.ARGB8, [204, 51, 102, 153], SIMD4(0.2, 0.4, 0.6, 0.8)),
        (.ABGR8, [204, 153, 102, 51], SIMD4(0.2, 0.4, 0.6, 0.8)),
        (.RGBX8, [51, 102, 153, 7], SIMD4(0.2, 0.4, 0.6, 1)),
        (.RGBA16, words(13107, 26214, 39321, 52428), SIMD4(0.2, 0.4, 0.6, 0.8)),
        (.RGBX16, words(13107, 26214, 39321, 1), SIMD4(0.2, 0.4, 0.6, 1)),
        (.RGBAh, halves(0.25, -2, 0.5, 0.75), SIMD4(0.25, -2, 0.5, 0.75)),
        (.RGBXh, halves(0.25, -2, 0.5, 0.75), SIMD4(0.25, -2, 0.5, 1)),
        (.RGBAf, floats(0.25, -2, 8, 0.75), SIMD4(0.25, -2, 8, 0.75)),
        (.RGBXf, floats(0.25, -2, 8, 0.75), SIMD4(0.25, -2, 8, 1)),
        (.R8, [51], SIMD4(0.2, 0, 0, 1)), (.R16, words(13107), SIMD4(0.2, 0, 0, 1)),
        (.Rh, halves(0.25), SIMD4(0.25, 0, 0, 1)), (.Rf, floats(0.3), SIMD4(0.3, 0, 0, 1)),
        (.RG8, [51, 102], SIMD4(0.2, 0.4, 0, 1)), (.RG16, words(13107, 26214), SIMD4(0.2, 0.4, 0, 1)),
        (.RGh, halves(0.25, 0.5), SIMD4(0.25, 0.5, 0, 1)), (.RGf, floats(0.3, 0.4), SIMD4(0.3, 0.4, 0, 1)),
        (.L8, [51], SIMD4(0.2, 0.2, 0.2, 1)), (.L16, words(13107), SIMD4(0.2, 0.2, 0.2, 1)),
        (.Lh, halves(0.25), SIMD4(0.25, 0.25, 0.25, 1)), (.Lf, floats(0.3), SIMD4(0.3, 0.3, 0.3, 1)),
        (.LA8, [51, 204], SIMD4(0.2, 0.2, 0.2, 0.8)), (.LA16, words(13107, 52428), SIMD4(0.2, 0.2, 0.2, 0.8)),
        (.LAh, halves(0.25, 0.5), SIMD4(0.25, 0.25, 0.25, 0.5)), (.LAf, floats(0.3, 0.4), SIMD4(0.3, 0.3, 0.3, 0.4)),
        (.A8, [204], SIMD4(0, 0, 0, 0.8)), (.A16, words(52428), SIMD4(0, 0, 0, 0.8)),
        (.Ah, halves(0.5), SIMD4(0, 0, 0, 0.5)), (.Af, floats(0.4), SIMD4(0, 0, 0, 0.4)),
    ]

    private static func words(_ values: UInt16...) -> [UInt8] {
        values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private static func halves(_ values: Float16...) -> [UInt8] {
        values.flatMap { [UInt8($0.bitPattern & 255), UInt8($0.bitPattern >> 8)] }
    }

    private static func floats(_ values: Float...) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 255) } }
    }

    @Test("Every format is read as its name says, and written back to the same bytes", arguments: 0..<31)
    func formats(index: Int) throws {
        #expect(Self.samples.count == 31)
        let (format, bytes, color) = Self.samples[index]
        let image = CIImage(
            bitmapData: Data(bytes), bytesPerRow: bytes.count, size: CGSize(width: 1, height: 1), format: format,
            colorSpace: nil)
        let box = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(image.extent == box)
        let found = try RenderedPixels(image, box)[0, 0]
        #expect(isClose(found, color, 1e-6))
        var written = [UInt8](repeating: 99, count: bytes.count)
        try CIContext().renderBitmap(
            image, to: &written, rowBytes: bytes.count, bounds: box, format: format, colorSpace: nil)
        var expected = bytes
        switch format {
        case .RGBX8: expected[3] = 255
        case .RGBX16: expected.replaceSubrange(6..<8, with: [255, 255])
        case .RGBXh: expected.replaceSubrange(6..<8, with: Self.halves(1))
        case .RGBXf: expected.replaceSubrange(12..<16, with: Self.floats(1))
        default: break
        }
        #expect(written == expected)
    }

    @Test("Format names and numbers are all different")
    func formatNames() {
        #expect(Set(Self.samples.map { $0.0.rawValue }).count == Self.samples.count)
        #expect(Set(Self.samples.map { "\($0.0)" }).count == Self.samples.count)
        #expect("\(CIFormat.RGBAh)" == "RGBAh" && "\(CIFormat.L16)" == "L16")
    }

    @Test("The first row of memory is the top row")
    func rowOrder() throws {
        // Two rows of three bytes, padded to eight.
        let bytes: [UInt8] = [10, 20, 30, 0, 0, 0, 0, 0, 40, 50, 60, 0, 0, 0, 0, 0]
        let image = CIImage(
            bitmapData: Data(bytes), bytesPerRow: 8, size: CGSize(width: 3, height: 2), format: .R8, colorSpace: nil)
        let pixels = try RenderedPixels(image, image.extent)
        #expect((0..<3).map { (pixels[$0, 1].x * 255).rounded() } == [10, 20, 30])
        #expect((0..<3).map { (pixels[$0, 0].x * 255).rounded() } == [40, 50, 60])
        var out = [UInt8](repeating: 77, count: 16)
        try CIContext().renderBitmap(image, to: &out, rowBytes: 8, bounds: image.extent, format: .R8, colorSpace: nil)
        #expect(Array(out[0..<3]) == [10, 20, 30] && Array(out[8..<11]) == [40, 50, 60])
        #expect(Array(out[3..<8]) == [77, 77, 77, 77, 77])
    }

    @Test("Invalid bitmap data is refused when the image is rendered, or by the throwing initializer")
    func malformed() throws {
        let size = CGSize(width: 4, height: 4)
        let cases: [(Data, Int, CGSize, CIFormat)] = [
            (Data(count: 15), 4, size, .R8), (Data(count: 16), 3, size, .R8),
            (Data(count: 16), 4, CGSize(width: 0, height: 4), .R8),
            (Data(count: 16), 4, CGSize(width: -1, height: 4), .R8),
            (Data(count: 16), 4, CGSize(width: CGFloat.nan, height: 4), .R8),
            (Data(count: 16), 4, size, CIFormat(rawValue: 12345)),
        ]
        for (data, rowBytes, size, format) in cases {
            let refusal = #expect(throws: (any Error).self) {
                try CIImage(
                    checkingBitmapData: data, bytesPerRow: rowBytes, size: size, format: format, colorSpace: nil)
            }
            let image = CIImage(bitmapData: data, bytesPerRow: rowBytes, size: size, format: format, colorSpace: nil)
            let box = CGRect(x: 0, y: 0, width: 1, height: 1)
            #expect(CIContext().createCGImage(image, from: box) == nil)
            let failure = #expect(throws: (any Error).self) { try CIContext().renderedCGImage(image, from: box) }
            #expect("\(String(describing: failure))" == "\(String(describing: refusal))")
        }
    }
}
