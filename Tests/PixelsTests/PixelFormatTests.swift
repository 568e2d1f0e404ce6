import Foundation
import Pixels
import Testing

@Suite("Pixel formats")
struct PixelFormatTests {
    private func pack(_ format: PixelFormat, _ pixel: SIMD4<Float>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: format.bytesPerPixel + 1)
        withUnsafePointer(to: pixel) { p in
            bytes.withUnsafeMutableBytes { format.pack(p, count: 1, into: $0.baseAddress!) }
        }
        #expect(bytes.last == 0xEE, "\(format) wrote past its pixel")
        return Array(bytes.dropLast())
    }

    private func unpack(_ format: PixelFormat, _ bytes: [UInt8]) -> SIMD4<Float> {
        // One byte in front, so that nothing relies on alignment.
        let shifted = [0] + bytes
        var pixel = SIMD4<Float>(repeating: -9)
        shifted.withUnsafeBytes { format.unpack($0.baseAddress! + 1, count: 1, into: &pixel) }
        return pixel
    }

    @Test("Channels stand where the names say")
    func order() {
        let pixel = SIMD4<Float>(10, 20, 30, 40) / 255
        #expect(pack(.RGBA8, pixel) == [10, 20, 30, 40])
        #expect(pack(.BGRA8, pixel) == [30, 20, 10, 40])
        #expect(pack(.ARGB8, pixel) == [40, 10, 20, 30])
        #expect(pack(.ABGR8, pixel) == [40, 30, 20, 10])
        #expect(pack(.RGBX8, pixel) == [10, 20, 30, 255])
        #expect(pack(.RGB8, pixel) == [10, 20, 30])
        #expect(pack(.R8, pixel) == [10])
        #expect(pack(.RG8, pixel) == [10, 20])
        #expect(pack(.A8, pixel) == [40])
        #expect(pack(.LA8, SIMD4(50, 50, 50, 60) / 255) == [50, 60])
    }

    @Test("Components of several bytes are little-endian, whatever the channels")
    func byteOrder() {
        // 0x8001 / 65535 is nearer to 0x8001 than to its neighbours. IEEE 754: −2 is 0xC000 as a half, 0xC0000000 as a
        // float; 1 is 0x3C00 and 0x3F800000.
        let word = Float(0x8001) / 65535
        #expect(pack(.RGBA16, SIMD4(word, 0, 1, word)) == [0x01, 0x80, 0, 0, 0xFF, 0xFF, 0x01, 0x80])
        #expect(pack(.LA16, SIMD4(word, word, word, 0)) == [0x01, 0x80, 0, 0])
        #expect(pack(.RGh, SIMD4(-2, 1, 0, 0)) == [0x00, 0xC0, 0x00, 0x3C])
        #expect(pack(.RGf, SIMD4(-2, 1, 0, 0)) == [0, 0, 0, 0xC0, 0, 0, 0x80, 0x3F])
        #expect(unpack(.R16, [0x01, 0x80]).x == word)
        #expect(unpack(.Rf, [0, 0, 0x80, 0x3F]).x == 1)
    }

    @Test("Missing channels read as the documentation says")
    func missing() {
        #expect(unpack(.R8, [255]) == SIMD4(1, 0, 0, 1))
        #expect(unpack(.RG8, [255, 0]) == SIMD4(1, 0, 0, 1))
        #expect(unpack(.L8, [255]) == SIMD4(1, 1, 1, 1))
        #expect(unpack(.A8, [255]) == SIMD4(0, 0, 0, 1))
        #expect(unpack(.RGBX8, [255, 0, 255, 7]) == SIMD4(1, 0, 1, 1))
    }

    @Test("Every byte and word value is kept by every integer format")
    func exhaustive() {
        for format in PixelFormat.all where format.component == .uint8 {
            for value in 0...255 {
                let bytes = [UInt8](repeating: UInt8(value), count: format.bytesPerPixel)
                let expected = format.layout == .rgbx ? bytes.dropLast() + [255] : bytes
                #expect(pack(format, unpack(format, bytes)) == expected)
            }
        }
        for value in stride(from: 0, through: 65535, by: 7) {
            let bytes = [UInt8(value & 255), UInt8(value >> 8)]
            #expect(pack(.R16, unpack(.R16, bytes)) == bytes)
            #expect(unpack(.R16, bytes).x == Float(value) / 65535)
        }
    }

    @Test("Every half survives, but for not-a-number")
    func halves() {
        for bits in UInt16.min...UInt16.max {
            let half = Float16(bitPattern: bits)
            let packed = pack(.Rh, SIMD4(Float(half), 0, 0, 0))
            let stored = UInt16(packed[0]) | UInt16(packed[1]) << 8
            #expect(stored == (half.isNaN ? 0 : bits))
        }
        // IEEE 754: 1 is 0x3C00, 65504 is 0x7BFF, 2⁻²⁴ is 0x0001; 65520 rounds to infinity.
        #expect(pack(.Rh, SIMD4(1, 0, 0, 0)) == [0x00, 0x3C])
        #expect(pack(.Rh, SIMD4(65504, 0, 0, 0)) == [0xFF, 0x7B])
        #expect(pack(.Rh, SIMD4(5.9604645e-8, 0, 0, 0)) == [0x01, 0x00])
        #expect(pack(.Rh, SIMD4(65520, 0, 0, 0)) == [0x00, 0x7C])
    }

    @Test("Integers round to the nearest and clamp; not-a-number is 0")
    func rounding() {
        #expect(pack(.R8, SIMD4(0.4999 / 255, 0, 0, 0)) == [0])
        #expect(pack(.R8, SIMD4(0.5001 / 255, 0, 0, 0)) == [1])
        #expect(pack(.R8, SIMD4(254.4 / 255, 0, 0, 0)) == [254])
        for format in [PixelFormat.R8, .R16] {
            let top = [UInt8](repeating: 255, count: format.bytesPerPixel)
            let zero = [UInt8](repeating: 0, count: format.bytesPerPixel)
            #expect(pack(format, SIMD4(7, 0, 0, 0)) == top)
            #expect(pack(format, SIMD4(.infinity, 0, 0, 0)) == top)
            #expect(pack(format, SIMD4(-0.1, 0, 0, 0)) == zero)
            #expect(pack(format, SIMD4(-.infinity, 0, 0, 0)) == zero)
            #expect(pack(format, SIMD4(.nan, 0, 0, 0)) == zero)
        }
        #expect(unpack(.Rf, pack(.Rf, SIMD4(-3.5, 0, 0, 0))).x == -3.5)
        #expect(unpack(.Rf, pack(.Rf, SIMD4(.nan, 0, 0, 0))).x == 0)
    }

    @Test("Luminance keeps grays and weighs colours by Rec. 709")
    func luminance() {
        #expect(unpack(.Lf, pack(.Lf, SIMD4(0.3, 0.3, 0.3, 1))).x == 0.3)
        #expect(abs(unpack(.Lf, pack(.Lf, SIMD4(1, 0, 0, 1))).x - 0.2126) < 1e-6)
        #expect(abs(unpack(.Lf, pack(.Lf, SIMD4(0, 1, 0, 1))).x - 0.7152) < 1e-6)
    }

    @Test("Sizes")
    func sizes() {
        #expect(PixelFormat.RGBA8.bytesPerPixel == 4)
        #expect(PixelFormat.RGBAf.bytesPerPixel == 16)
        #expect(PixelFormat.LAh.bytesPerPixel == 4)
        #expect(PixelFormat.RGB16.bytesPerPixel == 6)
        #expect(Set(PixelFormat.all).count == PixelFormat.all.count)
        // Eight layouts with four components each, and three that exist for bytes only.
        #expect(PixelFormat.all.count == 35)
        #expect(PixelFormat.all.contains(.BGRA8) && !PixelFormat.all.contains(PixelFormat(.bgra, .uint16)))
    }
}
