import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Rendering to bitmaps and CGImages")
struct BitmapRenderingTests {
    private let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)

    @Test("Linear light becomes sRGB bytes by the standard's formula", arguments: (0...16).map { Double($0) / 16 })
    func encoding(value: Double) throws {
        let image = makePicture(1, 1) { _, _ in SIMD4(Float(value), 0, 1, 1) }
        var bytes = [UInt8](repeating: 0, count: 4)
        try CIContext().renderBitmap(
            image, to: &bytes, rowBytes: 4, bounds: pixel, format: .RGBA8,
            colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        #expect(abs(Double(bytes[0]) - SRGBFormula.encoded(value) * 255) <= 0.51)
        #expect(bytes[1...] == [0, 255, 255])
    }

    @Test("Every sRGB byte survives the way to the working space and back")
    func byteRoundTrip() throws {
        let bytes: [UInt8] = (0...255).flatMap { (value: UInt8) -> [UInt8] in [value, 255 - value, 128, 255] }
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let image = CIImage(
            bitmapData: Data(bytes), bytesPerRow: 1024, size: CGSize(width: 256, height: 1), format: .RGBA8,
            colorSpace: sRGB)
        var out = [UInt8](repeating: 0, count: 1024)
        try CIContext().renderBitmap(
            image, to: &out, rowBytes: 1024, bounds: image.extent, format: .RGBA8, colorSpace: sRGB)
        #expect(out == bytes)
        #expect(image.colorSpace == sRGB)
    }

    @Test("Display P3 red in sRGB, by the published primaries")
    func displayP3() throws {
        let p3 = try namedColorSpace(CGColorSpace.displayP3)
        let image = CIImage(color: try #require(CIColor(red: 1, green: 0, blue: 0, colorSpace: p3)))
        let found = try RenderedPixels(image, pixel)[0, 0]
        // Column of the P3 → linear sRGB matrix for red.
        #expect(isClose(found, SIMD4(1.2249, -0.0420, -0.0197, 1), 2e-3))
        let back = try RenderedPixels(image, pixel, space: p3)[0, 0]
        #expect(isClose(back, SIMD4(1, 0, 0, 1), 1e-3))
    }

    @Test(
        "Gray results are luminance",
        arguments: [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 1, 1)])
    func gray(color: SIMD3<Float>) throws {
        let image = makePicture(1, 1) { _, _ in SIMD4(color, 1) }
        var value: Float = -1
        try CIContext().renderBitmap(
            image, to: &value, rowBytes: 4, bounds: pixel, format: .Lf,
            colorSpace: try namedColorSpace(CGColorSpace.linearGray))
        // Luminance relative to D50, the white of profiles: the middle row of sRGB's Bradford-adapted matrix.
        let expected = 0.2225 * color.x + 0.7169 * color.y + 0.0606 * color.z
        #expect(abs(value - expected) < 2e-3)
    }

    @Test("Without colour management, component values pass unchanged")
    func unmanaged() throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let bytes = Data([10, 100, 200, 255])
        let image = CIImage(
            bitmapData: bytes, bytesPerRow: 4, size: CGSize(width: 1, height: 1), format: .RGBA8, colorSpace: sRGB)
        let context = CIContext(options: [.workingColorSpace: NSNull()])
        #expect(context.workingColorSpace == nil)
        let found = try RenderedPixels(image, pixel, in: context)[0, 0]
        #expect(isClose(found, SIMD4(10, 100, 200, 255) / 255, 1e-6))
        #expect(isClose(try RenderedPixels(image, pixel, in: context, space: sRGB)[0, 0], found, 1e-7))
        let colour = try RenderedPixels(CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 0)), pixel, in: context)[
            0, 0]
        #expect(isClose(colour, SIMD4(0.5, 0.25, 0, 1), 1e-6))
    }

    @Test("Image options turn colour management off for one image, or assign its colour space")
    func imageSpace() throws {
        let bytes = Data([128, 128, 128, 255])
        let provider = try #require(CGDataProvider(data: bytes))
        let bitmap = try CGImage(
            checkingWidth: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
            space: try namedColorSpace(CGColorSpace.sRGB),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
            provider: provider)
        let value = Float(128.0 / 255)
        let managed = try RenderedPixels(CIImage(cgImage: bitmap), pixel)[0, 0].x
        #expect(abs(managed - Float(SRGBFormula.decoded(128.0 / 255))) < 1e-4)
        let plain = CIImage(cgImage: bitmap, options: [.colorSpace: NSNull()])
        #expect(abs(try RenderedPixels(plain, pixel)[0, 0].x - value) < 1e-6)
        #expect(plain.colorSpace == nil)
        let linear = try namedColorSpace(CGColorSpace.linearSRGB)
        let named = CIImage(cgImage: bitmap, options: [.colorSpace: linear])
        #expect(abs(try RenderedPixels(named, pixel)[0, 0].x - value) < 1e-6)
        #expect(named.colorSpace == linear && named.cgImage === bitmap)
        #expect(throws: CIError.self) {
            try CIImage(checking: bitmap, options: [.colorSpace: try namedColorSpace(CGColorSpace.linearGray)])
        }
        #expect(throws: CIError.self) { try CIImage(checking: bitmap, options: [.nearestSampling: "yes"]) }
        #expect(throws: CIError.self) { try CIImage(checking: bitmap, options: [CIImageOption(rawValue: "no"): 1]) }
    }

    @Test("A custom working space")
    func workingSpace() throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let context = CIContext(options: [.workingColorSpace: sRGB])
        #expect(context.workingColorSpace == sRGB)
        // The average is computed in the working space: in sRGB, the mean of black and white has the encoded value 0.5.
        let pair = CIImage(
            bitmapData: Data([0, 0, 0, 255, 255, 255, 255, 255]), bytesPerRow: 8, size: CGSize(width: 2, height: 1),
            format: .RGBA8, colorSpace: sRGB)
        let small = pair.transformed(by: CGAffineTransform(scaleX: 0.5, y: 1), highQualityDownsample: true)
        #expect(abs(try RenderedPixels(small, pixel, in: context, space: sRGB)[0, 0].x - 0.5) < 1e-4)
        #expect(abs(try RenderedPixels(small, pixel, space: sRGB)[0, 0].x - Float(SRGBFormula.encoded(0.5))) < 1e-4)
    }

    @Test("CGImages: cut to the extent, top row first, in the output space")
    func cgImage() throws {
        let image = makePicture(4, 3) { x, y in SIMD4(Float(x) / 4, Float(y) / 4, 0, 1) }
        let part = try CIContext().renderedCGImage(image, from: CGRect(x: 2, y: 1, width: 100, height: 100))
        #expect(part.width == 2 && part.height == 2)
        #expect(
            part.bitsPerComponent == 8 && part.bitsPerPixel == 32 && part.bitmapInfo.alphaInfo == .premultipliedLast)
        #expect(part.colorSpace?.name == CGColorSpace.sRGB)
        let bytes = part.packedRows
        let expected = [(2, 2), (3, 2), (2, 1), (3, 1)].flatMap { (x, y) -> [UInt8] in
            [
                UInt8((SRGBFormula.encoded(Double(x) / 4) * 255).rounded()),
                UInt8((SRGBFormula.encoded(Double(y) / 4) * 255).rounded()), 0, 255,
            ]
        }
        #expect(Array(bytes) == expected)
        let deep = try CIContext().renderedCGImage(
            image, from: image.extent, format: .RGBA16, colorSpace: try namedColorSpace(CGColorSpace.displayP3))
        #expect(deep.bitsPerComponent == 16 && deep.colorSpace?.name == CGColorSpace.displayP3)
        let gray = try CIContext().renderedCGImage(
            image, from: image.extent, format: .L8, colorSpace: try namedColorSpace(CGColorSpace.linearGray))
        #expect(gray.bitsPerPixel == 8 && gray.colorSpace?.model == .monochrome)
        #expect(throws: CIError.self) { try CIContext().renderedCGImage(image, from: image.extent, format: .L8) }
        let output = CIContext(options: [.outputColorSpace: try namedColorSpace(CGColorSpace.displayP3)])
        #expect(output.createCGImage(image, from: image.extent)?.colorSpace?.name == CGColorSpace.displayP3)
    }

    @Test(
        "A CGImage is read as it was written",
        arguments: [CIFormat.RGBA8, .BGRA8, .ARGB8, .ABGR8, .RGBX8, .RGBA16, .RGBAh, .RGBAf])
    func cgImageRoundTrip(format: CIFormat) throws {
        let image = makePicture(5, 4) { x, y in SIMD4(Float(x) / 8, Float(y) / 4, 0.25, 0.75) }
        let linear = try namedColorSpace(CGColorSpace.extendedLinearSRGB)
        let rendered = try CIContext().renderedCGImage(image, from: image.extent, format: format, colorSpace: linear)
        let again = try RenderedPixels(CIImage(cgImage: rendered), image.extent)
        for y in 0..<4 {
            for x in 0..<5 {
                var expected = SIMD4(Float(x) / 8, Float(y) / 4, 0.25, 0.75)
                if format == .RGBX8 { expected.w = 1 }
                #expect(isClose(again[x, y], expected, 0.5 / 255 + 1e-6))
            }
        }
    }

    @Test("Unpremultiplied output")
    func unpremultiplied() throws {
        let image = makePicture(1, 1) { _, _ in SIMD4(0.25, 0.125, 0, 0.5) }
        let context = CIContext(options: [.outputPremultiplied: false])
        #expect(try RenderedPixels(image, pixel, in: context)[0, 0] == SIMD4(0.5, 0.25, 0, 0.5))
        let bitmap = try context.renderedCGImage(image, from: pixel)
        #expect(bitmap.bitmapInfo.alphaInfo == .last)
        let again = try RenderedPixels(CIImage(cgImage: bitmap), pixel)[0, 0]
        #expect(isClose(again, SIMD4(0.25, 0.125, 0, 0.5), 3e-3))
    }

    @Test("Outside the extent a bitmap is transparent")
    func outside() throws {
        let image = makePicture(1, 1) { _, _ in SIMD4(repeating: 1) }
        let pixels = try RenderedPixels(image, CGRect(x: -1, y: -1, width: 3, height: 3))
        for y in -1...1 {
            for x in -1...1 { #expect(pixels[x, y] == (x == 0 && y == 0 ? SIMD4(repeating: 1) : .zero)) }
        }
        let none = try RenderedPixels(CIImage.empty(), CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(none.all.allSatisfy { $0 == .zero })
    }
}
