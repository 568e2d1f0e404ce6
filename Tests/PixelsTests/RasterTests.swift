import Foundation
import Pixels
import Testing

@Suite("Rasters and sources")
struct RasterTests {
    @Test("Rectangles intersect, unite and enclose")
    func rectangles() {
        let a = PixelRect(x: 0, y: 0, width: 4, height: 3)
        let b = PixelRect(x: 2, y: -1, width: 5, height: 2)
        #expect(a.intersection(b) == PixelRect(x: 2, y: 0, width: 2, height: 1))
        #expect(a.union(b) == PixelRect(x: 0, y: -1, width: 7, height: 4))
        #expect(a.intersection(PixelRect(x: 9, y: 9, width: 1, height: 1)).isEmpty)
        #expect(a.union(.empty) == a && PixelRect.empty.union(a) == a)
        #expect(a.contains(.empty) && !a.contains(b))
        #expect(PixelRect(x: 0, y: 0, width: -3, height: 2).isEmpty)
        #expect(
            PixelRect(enclosing: CGRect(x: 0.5, y: -0.5, width: 1, height: 1))
                == PixelRect(x: 0, y: -1, width: 2, height: 2))
        #expect(
            PixelRect(enclosing: CGRect(x: 1e-5, y: 0, width: 2, height: 2))
                == PixelRect(x: 0, y: 0, width: 2, height: 2))
        #expect(PixelRect(enclosing: .null).isEmpty)
        #expect(PixelRect(enclosing: .infinite).width > 1 << 40)
        #expect(PixelRect(enclosing: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)).height == 1)
        #expect(PixelRect(x: 0, y: 0, width: .max, height: 2).area == .max)
    }

    @Test("Transforms follow Core Graphics")
    func transforms() {
        let t = CGAffineTransform(translationX: 3, y: 4).scaledBy(x: 2, y: 2)
        #expect(CGPoint(x: 1, y: 1).applying(t) == CGPoint(x: 5, y: 6))
        let turned = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
        #expect(abs(turned.x) < 1e-15 && turned.y == 1)
        let r = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -7)
        let back = CGPoint(x: 0.3, y: 8).applying(r).applying(r.inverted())
        #expect(abs(back.x - 0.3) < 1e-12 && abs(back.y - 8) < 1e-12)
        let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0)
        #expect(flat.inverted() == flat)
        #expect(CGRect.infinite.applying(t).isInfinite)
        #expect(CGRect.null.applying(t).isNull)
        #expect(
            CGRect(x: 0, y: 0, width: 1, height: 2).applying(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
                == CGRect(x: -2, y: 0, width: 2, height: 1))
    }

    @Test("Windows share storage; outside is transparent")
    func windows() {
        let raster = Raster(bounds: PixelRect(x: -2, y: 5, width: 4, height: 3))
        raster.fill(PixelRect(x: -10, y: 6, width: 100, height: 1), with: SIMD4(repeating: 1))
        #expect(raster[-2, 6] == SIMD4(repeating: 1) && raster[-2, 5] == .zero && raster[99, 99] == .zero)
        let window = raster.window(PixelRect(x: 0, y: 6, width: 9, height: 9))
        #expect(window.bounds == PixelRect(x: 0, y: 6, width: 2, height: 2))
        window[1, 7] = SIMD4(0, 0, 0, 0.5)
        #expect(raster[1, 7].w == 0.5)
        #expect(raster.window(PixelRect(x: 50, y: 50, width: 1, height: 1)).bounds.isEmpty)
        let copy = Raster(bounds: PixelRect(x: -1, y: 6, width: 9, height: 1))
        copy.copy(from: raster)
        #expect(copy[-1, 6] == SIMD4(repeating: 1) && copy[5, 6] == .zero)
    }

    @Test("Bitmaps are read from the bottom up, with padding between rows")
    func bitmap() throws {
        let data = Data([1, 2, 0, 3, 4])
        let source = try BitmapSource(
            data: data, bytesPerRow: 3, width: 2, height: 2, format: .L8, colorSpace: nil)
        #expect(source.alphaState == .opaque)
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 2, height: 2))
        try source.read(into: raster)
        #expect(raster[0, 0].x == Float(3) / 255 && raster[1, 1].x == Float(2) / 255)
        #expect(throws: BitmapError.tooFewBytes(available: 5, needed: 6)) {
            try BitmapSource(data: data, bytesPerRow: 4, width: 2, height: 2, format: .L8, colorSpace: nil)
        }
        #expect(throws: BitmapError.rowTooShort(bytesPerRow: 1, needed: 2)) {
            try BitmapSource(data: data, bytesPerRow: 1, width: 2, height: 2, format: .L8, colorSpace: nil)
        }
        #expect(throws: BitmapError.invalidSize(width: 0, height: 2)) {
            try BitmapSource(data: data, bytesPerRow: 1, width: 0, height: 2, format: .L8, colorSpace: nil)
        }
    }

    @Test("A slice of data is read from its own start")
    func slice() throws {
        let data = Data([9, 9, 9, 7, 8]).dropFirst(3)
        let source = try BitmapSource(data: data, bytesPerRow: 2, width: 2, height: 1, format: .L8, colorSpace: nil)
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 2, height: 1))
        try source.read(into: raster)
        #expect(raster[1, 0].x == Float(8) / 255)
    }

    @Test("A provider is asked for exactly the region, counted from the top")
    func provider() throws {
        final class Asked: @unchecked Sendable { var regions: [PixelRect] = [] }
        let asked = Asked()
        let source = try ProviderSource(width: 10, height: 8, format: .RGBA8, colorSpace: nil) { region, buffer, row in
            asked.regions.append(region)
            for y in 0..<region.height {
                for x in 0..<region.width {
                    let value = UInt32(region.x + x) | UInt32(region.y + y) << 8 | 255 << 24
                    buffer.storeBytes(of: value, toByteOffset: y * row + x * 4, as: UInt32.self)
                }
            }
        }
        let raster = Raster(bounds: PixelRect(x: 2, y: 1, width: 3, height: 4))
        try source.read(into: raster)
        #expect(asked.regions == [PixelRect(x: 2, y: 3, width: 3, height: 4)])
        // The lowest row of the raster, y = 1, is row 6 from the top.
        #expect(raster[4, 1] == SIMD4<Float>(4, 6, 0, 255) / 255)
        #expect(raster[2, 4] == SIMD4<Float>(2, 3, 0, 255) / 255)
        struct Failed: Error {}
        let failing = try ProviderSource(width: 1, height: 1, format: .L8, colorSpace: nil) { _, _, _ in throw Failed()
        }
        #expect(throws: Failed.self) {
            try failing.read(into: Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1)))
        }
    }
}
