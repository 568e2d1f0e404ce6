import Pixels

extension PixelView {
    // Never read or written, because the views over this memory have no pixels.
    private static let nowhere = Raster(bounds: .empty).view

    /// Returns a view without pixels, which reads as transparent.
    static func empty(_ format: PixelFormat) -> PixelView {
        PixelView(bounds: .empty, format: format, base: nowhere.base, bytesPerRow: 0, keeping: nil)
    }

    /// Returns a view that only has bounds, for pixels that aren't in memory. They must not be accessed.
    static func outline(of bounds: PixelRect, format: PixelFormat = .RGBAf) -> PixelView {
        PixelView(bounds: bounds, format: format, base: nowhere.base, bytesPerRow: 0, keeping: nil)
    }

    /// Makes the pixels of `region`, which lies in `bounds`, transparent, or opaque black in formats without alpha.
    func fillTransparent(_ region: PixelRect) {
        if region.isEmpty { return }
        if format.isPlanar {
            for y in region.y..<region.maxY {
                for channel in 0..<format.layout.channelCount {
                    plane(channel, region.x, y)
                        .initializeMemory(as: UInt8.self, repeating: 0, count: region.width * format.pixelStride)
                }
            }
            return
        }
        withUnsafeTemporaryAllocation(byteCount: format.bytesPerPixel, alignment: 16) { pixel in
            guard let pattern = pixel.baseAddress else { return }
            withUnsafePointer(to: SIMD4<Float>.zero) { format.pack($0, count: 1, into: pattern) }
            let isZero = pixel.allSatisfy { $0 == 0 }
            let size = format.bytesPerPixel
            for y in region.y..<region.maxY {
                let row = self.pixel(region.x, y)
                if isZero {
                    row.initializeMemory(as: UInt8.self, repeating: 0, count: region.width * size)
                } else {
                    for x in 0..<region.width { (row + x * size).copyMemory(from: pattern, byteCount: size) }
                }
            }
        }
    }

    /// Converts the pixels of `part`, which lies in both views, from `source` to this view and its format.
    func convert(_ source: PixelView, _ part: PixelRect) {
        if source.format == format, !format.isPlanar {
            let size = format.bytesPerPixel
            for y in part.y..<part.maxY {
                pixel(part.x, y).copyMemory(from: source.pixel(part.x, y), byteCount: part.width * size)
            }
            return
        }
        let chunk = 256
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: chunk) { floats in
            guard let floats = floats.baseAddress else { return }
            for y in part.y..<part.maxY {
                for x in stride(from: part.x, to: part.maxX, by: chunk) {
                    let count = min(chunk, part.maxX - x)
                    source.format.unpack(source.pixel(x, y), count: count, into: floats)
                    pack(floats, count: count, x: x, y)
                }
            }
        }
    }
}
