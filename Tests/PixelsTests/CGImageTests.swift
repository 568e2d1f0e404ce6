import Foundation
import Pixels
import Testing

@Suite("CGImage")
struct CGImageTests {
    private let rgb = CGColorSpaceCreateDeviceRGB()

    private func image(
        _ bytes: [UInt8], width: Int, height: Int, bits: Int = 8, bitsPerPixel: Int, info: UInt32,
        space: CGColorSpace? = nil
    ) throws -> CGImage {
        let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
        return try #require(
            CGImage(
                width: width, height: height, bitsPerComponent: bits, bitsPerPixel: bitsPerPixel,
                bytesPerRow: width * bitsPerPixel / 8, space: space ?? rgb, bitmapInfo: CGBitmapInfo(rawValue: info),
                provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    }

    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) throws -> SIMD4<Float> {
        let raster = Raster(bounds: PixelRect(x: x, y: y, width: 1, height: 1))
        try CGImagePixelSource(image).read(into: raster)
        return raster[x, y]
    }

    @Test("Alpha and byte order place the components as Core Graphics does")
    func layouts() throws {
        let little32: UInt32 = 2 << 12
        let expected = SIMD4<Float>(10, 20, 30, 40) / 255
        let cases: [([UInt8], UInt32)] = [
            ([10, 20, 30, 40], CGImageAlphaInfo.premultipliedLast.rawValue),
            ([40, 10, 20, 30], CGImageAlphaInfo.premultipliedFirst.rawValue),
            ([30, 20, 10, 40], CGImageAlphaInfo.premultipliedFirst.rawValue | little32),
            ([40, 30, 20, 10], CGImageAlphaInfo.last.rawValue | little32),
        ]
        for (bytes, info) in cases {
            #expect(try pixel(try image(bytes, width: 1, height: 1, bitsPerPixel: 32, info: info), 0, 0) == expected)
        }
        let opaque = try image([10, 20, 30, 99], width: 1, height: 1, bitsPerPixel: 32, info: 5)
        #expect(try pixel(opaque, 0, 0) == SIMD4(10, 20, 30, 255) / SIMD4<Float>(repeating: 255))
        #expect(try CGImagePixelSource(opaque).alphaState == .opaque)
        let plain = try image([10, 20, 30], width: 1, height: 1, bitsPerPixel: 24, info: 0)
        #expect(try pixel(plain, 0, 0).z == Float(30) / 255)
    }

    @Test("16-bit components are big-endian unless said otherwise")
    func endian() throws {
        let gray = CGColorSpaceCreateDeviceGray()
        let big = try image([0x12, 0x34], width: 1, height: 1, bits: 16, bitsPerPixel: 16, info: 0, space: gray)
        #expect(try pixel(big, 0, 0) == SIMD4(0x1234 / 65535, 0x1234 / 65535, 0x1234 / 65535, 1))
        let little = try image(
            [0x34, 0x12], width: 1, height: 1, bits: 16, bitsPerPixel: 16, info: 1 << 12, space: gray)
        #expect(try pixel(little, 0, 0).x == 0x1234 / 65535)
        let float = try image(
            [0x00, 0x00, 0x80, 0xBF], width: 1, height: 1, bits: 32, bitsPerPixel: 32, info: 2 << 12 | 1 << 8,
            space: gray)
        #expect(try pixel(float, 0, 0).x == -1)
    }

    @Test("Rows run from the top down, and cropping counts from the top")
    func rows() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
        let gray = try image(
            bytes, width: 2, height: 3, bitsPerPixel: 8, info: 0, space: CGColorSpaceCreateDeviceGray())
        #expect(try pixel(gray, 0, 2).x == Float(1) / 255)
        #expect(try pixel(gray, 1, 0).x == Float(6) / 255)
        let part = try #require(gray.cropping(to: CGRect(x: 1, y: 1, width: 5, height: 1)))
        #expect((part.width, part.height) == (1, 1))
        #expect(try pixel(part, 0, 0).x == Float(4) / 255)
        #expect(part.packedRows == Data([4]))
        #expect(gray.cropping(to: CGRect(x: 9, y: 9, width: 1, height: 1)) == nil)
    }

    @Test("Contradictory layouts give nil, and the throwing twin says why")
    func refused() throws {
        let provider = try #require(CGDataProvider(data: Data(count: 16)))
        func make(_ width: Int, _ height: Int, _ bits: Int, _ perPixel: Int, _ row: Int, _ info: UInt32) -> CGImage? {
            CGImage(
                width: width, height: height, bitsPerComponent: bits, bitsPerPixel: perPixel, bytesPerRow: row,
                space: rgb,
                bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil, shouldInterpolate: false,
                intent: .defaultIntent)
        }
        #expect(make(2, 2, 8, 32, 8, 1) != nil)
        #expect(make(2, 3, 8, 32, 8, 1) == nil)
        #expect(make(2, 2, 8, 32, 7, 1) == nil)
        #expect(make(0, 2, 8, 32, 8, 1) == nil)
        #expect(make(-1, 2, 8, 32, 8, 1) == nil)
        #expect(make(1, Int.max, 8, 32, 8, 1) == nil)
        #expect(make(2, 2, 7, 32, 8, 1) == nil)
        #expect(make(2, 2, 8, 24, 8, 1) == nil)
        #expect(make(2, 2, 8, 32, 8, 31) == nil)
        #expect(throws: BitmapError.tooFewBytes(available: 16, needed: 24)) {
            try CGImage(
                checkingWidth: 2, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8, space: rgb,
                bitmapInfo: CGBitmapInfo(rawValue: 1), provider: provider)
        }
    }

    @Test("Pixel formats and bitmap information agree")
    func formats() throws {
        let pixel = SIMD4<Float>(0.25, 0.5, 0.75, 1)
        let gray = SIMD4<Float>(0.5, 0.5, 0.5, 1)
        for format in PixelFormat.all {
            guard CGBitmapInfo(format: format, alphaState: .premultiplied) != nil else { continue }
            let isGray = [.l, .la, .r].contains(format.layout)
            guard format.layout != .a else { continue }
            var bytes = Data(count: format.bytesPerPixel)
            withUnsafePointer(to: isGray ? gray : pixel) { p in
                bytes.withUnsafeMutableBytes { format.pack(p, count: 1, into: $0.baseAddress!) }
            }
            let image = try CGImage(
                data: bytes, width: 1, height: 1, bytesPerRow: format.bytesPerPixel, format: format,
                colorSpace: isGray ? CGColorSpaceCreateDeviceGray() : rgb)
            let read = try self.pixel(image, 0, 0)
            let difference = read - (isGray ? gray : pixel)
            #expect((difference * difference).sum() < 1e-4, "\(format)")
        }
    }

    @Test("Colours know their components and convert")
    func colors() throws {
        let color = CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)
        #expect(color.alpha == 0.25 && color.numberOfComponents == 4)
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let converted = try #require(color.converted(to: linear, intent: .defaultIntent, options: nil))
        // IEC 61966-2-1: 0.5 is 0.21404 in light.
        #expect(abs((converted.components?[1] ?? 0) - 0.21404) < 1e-5 && converted.alpha == 0.25)
        #expect(CGColor(colorSpace: linear, components: [1, 2]) == nil)
        #expect(CGColor.white != CGColor.black)
        #expect(color.copy(alpha: 1)?.alpha == 1)
    }
}
