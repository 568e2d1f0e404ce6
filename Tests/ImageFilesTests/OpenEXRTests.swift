import Foundation
import ImageFiles
import Pixels
import Testing

@Suite("OpenEXR")
struct OpenEXRTests {
    private let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)

    @Test("Float pictures keep every bit", arguments: ["none", "rle", "zips", "zip", "piz"])
    func float(compression: String) throws {
        let picture = SampleFiles.floats(31, 70, .rgba, space: linear) { x, y, c in
            c == 3 ? 0.5 : Float(x) * 3.75 - Float(y) * 0.123 + Float(c)
        }
        let data = try ImageFileWriter.encode(picture, as: .openEXR, options: .init(compression: compression))
        let source = try ImageFileReader.open(data: data)
        #expect(source.format == .openEXR)
        #expect(source.isFloat && source.depth == 32)
        #expect(source.alphaState == .premultiplied)
        #expect(source.colorSpace?.isLinear == true)
        let pixels = try SampleFiles.pixels(source)
        for (x, y) in [(0, 0), (30, 69), (7, 33)] {
            let base = Float(x) * 3.75 - Float(y) * 0.123
            #expect(pixels[x, 69 - y] == SIMD4(base, base + 1, base + 2, 0.5))
        }
    }

    @Test("Half pictures hold halves")
    func half() throws {
        let picture = EncodedPicture(width: 2, height: 1, pixelFormat: .RGBh, colorSpace: linear) { _, buffer, _ in
            buffer.storeBytes(of: Float16(0.1), as: Float16.self)
            buffer.storeBytes(of: Float16(1000), toByteOffset: 2, as: Float16.self)
            buffer.storeBytes(of: Float16(-2), toByteOffset: 4, as: Float16.self)
        }
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(picture, as: .openEXR))
        #expect(source.depth == 16)
        // 0.1 in binary16 is 0x2E66 = 0.0999755859375 (IEEE 754).
        #expect(try SampleFiles.pixels(source)[0, 0] == SIMD4(0.0999755859375, 1000, -2, 1))
    }

    @Test("Half float pictures with alpha keep their channels in the right order")
    func halfWithAlpha() throws {
        let picture = EncodedPicture(width: 3, height: 2, pixelFormat: .RGBAh, colorSpace: linear) {
            _, buffer, bytesPerRow in
            for y in 0..<2 {
                for x in 0..<3 {
                    for (c, value) in [Float16(x), Float16(-1), Float16(y) + 8, 0.5].enumerated() {
                        buffer.storeBytes(of: value, toByteOffset: y * bytesPerRow + x * 8 + c * 2, as: Float16.self)
                    }
                }
            }
        }
        let pixels = try SampleFiles.pixels(
            try ImageFileReader.open(data: try ImageFileWriter.encode(picture, as: .openEXR)))
        for y in 0..<2 {
            for x in 0..<3 { #expect(pixels[x, 1 - y] == SIMD4(Float(x), -1, Float(y) + 8, 0.5)) }
        }
    }

    @Test("Gray is read from Y and primaries are kept")
    func grayAndPrimaries() throws {
        let gray = SampleFiles.floats(3, 2, .la, space: CGColorSpace(name: CGColorSpace.linearGray)) { x, _, c in
            c == 0 ? Float(x) : 1
        }
        let read = try ImageFileReader.open(data: try ImageFileWriter.encode(gray, as: .openEXR))
        #expect(try SampleFiles.pixels(read)[2, 0] == SIMD4(2, 2, 2, 1))
        let wide = SampleFiles.floats(1, 1, .rgb, space: CGColorSpace(name: CGColorSpace.linearDisplayP3)) { _, _, _ in
            1
        }
        let source = try ImageFileReader.open(data: try ImageFileWriter.encode(wide, as: .openEXR))
        #expect(source.colorSpace == CGColorSpace(name: CGColorSpace.linearDisplayP3))
    }

    @Test("Encoded colours are refused")
    func nonlinear() {
        let picture = SampleFiles.floats(1, 1, .rgb, space: SampleFiles.sRGB) { _, _, _ in 1 }
        #expect {
            try ImageFileWriter.encode(picture, as: .openEXR)
        } throws: { error in
            "\(error)".contains("not linear")
        }
    }

    @Test("A file that breaks off is an error")
    func truncated() throws {
        let picture = SampleFiles.floats(64, 64, .rgb, space: linear) { x, y, c in Float((x * 31 + y * 17 + c) % 97) }
        let data = try ImageFileWriter.encode(picture, as: .openEXR)
        let cut = data.prefix(data.count / 2)
        #expect(throws: ImageFileError.self) { try SampleFiles.pixels(try ImageFileReader.open(data: cut)) }
    }
}
