import Foundation
import ImageFiles
import Pixels
import Testing

@Suite("Pictures written and read back")
struct RoundTripTests {
    private static let sample: @Sendable (Int, Int, Int) -> UInt8 = { x, y, c in
        UInt8((x * 7 + y * 13 + c * 50) & 255)
    }

    @Test("Lossless 8-bit formats keep every sample", arguments: [ImageFileFormat.png, .tiff])
    func lossless8(format: ImageFileFormat) throws {
        let layouts: [PixelFormat.Layout] = [.rgb, .rgba, .l, .la]
        for layout in layouts {
            let gray = layout == .l || layout == .la
            let space = gray ? CGColorSpaceCreateDeviceGray() : SampleFiles.sRGB
            let picture = SampleFiles.bytes(37, 300, layout, space: space, Self.sample)
            let data = try ImageFileWriter.encode(picture, as: format)
            let source = try ImageFileReader.open(data: data)
            #expect(source.format == format)
            #expect((source.width, source.height) == (37, 300))
            #expect(source.alphaState == (layout.hasAlpha ? .unpremultiplied : .opaque))
            #expect(source.depth == 8)
            let pixels = try SampleFiles.pixels(source)
            for (x, y) in [(0, 0), (36, 0), (0, 299), (36, 299), (5, 140)] {
                let p = pixels[x, 299 - y]
                let value = { (c: Int) in Float(Self.sample(x, y, c)) / 255 }
                let expected =
                    gray
                    ? SIMD4(value(0), value(0), value(0), layout == .la ? value(1) : 1)
                    : SIMD4(value(0), value(1), value(2), layout == .rgba ? value(3) : 1)
                #expect(p == expected, "\(format) \(layout) at \(x), \(y)")
            }
        }
    }

    @Test("16-bit PNG and TIFF keep every sample", arguments: [ImageFileFormat.png, .tiff])
    func lossless16(format: ImageFileFormat) throws {
        let picture = SampleFiles.words(16, 9, .rgba, space: CGColorSpace(name: CGColorSpace.displayP3)) { x, y, c in
            UInt16((x * 4001 + y * 977 + c * 13007) & 65535)
        }
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(picture, as: format))
        #expect(source.depth == 16)
        #expect(source.colorSpace == CGColorSpace(name: CGColorSpace.displayP3))
        let pixels = try SampleFiles.pixels(source)
        let stored = Float((3 * 4001 + 2 * 977 + 13007) % 65536)
        #expect(pixels[3, 6].y == stored / 65535)
    }

    @Test("Float TIFF keeps values outside 0…1")
    func float() throws {
        let space = CGColorSpace(name: CGColorSpace.linearSRGB)
        let picture = SampleFiles.floats(5, 4, .rgb, space: space) { x, y, c in Float(x) * 1.5 - Float(y) + Float(c) / 8
        }
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(picture, as: .tiff))
        #expect(source.isFloat)
        #expect(source.colorSpace == space)
        let pixels = try SampleFiles.pixels(source)
        #expect(pixels[4, 3] == SIMD4(6, 6.125, 6.25, 1))
        #expect(pixels[0, 0] == SIMD4(-3, -2.875, -2.75, 1))
    }

    @Test("JPEG stays near a smooth picture")
    func jpeg() throws {
        let picture = SampleFiles.bytes(64, 48, .rgb, space: SampleFiles.sRGB) { x, y, c in
            UInt8(c == 0 ? x * 4 : c == 1 ? y * 5 : 128)
        }
        let data = try ImageFileWriter.encode(picture, as: .jpeg, options: .init(quality: 0.95))
        let source = try ImageFileReader.open(data: data)
        #expect(source.format == .jpeg)
        let pixels = try SampleFiles.pixels(source)
        let p = pixels[20, 47 - 30] * 255
        #expect(abs(p.x - 80) < 6 && abs(p.y - 150) < 6 && abs(p.z - 128) < 6 && p.w == 255)
    }
}
