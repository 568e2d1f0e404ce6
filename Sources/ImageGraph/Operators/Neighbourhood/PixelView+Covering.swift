import Pixels

extension PixelView {
    /// Returns a view that contains all pixels of `part`: this one, or a copy with transparent pixels around it. Zeros
    /// must be a transparent pixel of the view's format.
    package func covering(_ part: PixelRect) -> PixelView {
        if bounds.contains(part) || part.isEmpty { return self }
        let rowBytes = part.width * format.bytesPerPixel
        let memory = ZeroedMemory(byteCount: rowBytes * part.height)
        let copy = PixelView(bounds: part, format: format, base: memory.bytes, bytesPerRow: rowBytes, keeping: memory)
        let known = bounds.intersection(part)
        for y in known.y..<known.maxY {
            copy.pixel(known.x, y).copyMemory(
                from: pixel(known.x, y), byteCount: known.width * format.bytesPerPixel)
        }
        return copy
    }

    /// Fills `region`, which lies in `bounds`, with zeros, which must be a transparent pixel of the view's format.
    package func clear(_ region: PixelRect) {
        for y in region.y..<region.maxY {
            pixel(region.x, y).initializeMemory(
                as: UInt8.self, repeating: 0, count: region.width * format.bytesPerPixel)
        }
    }
}

/// Memory filled with zeros.
private final class ZeroedMemory {
    let bytes: UnsafeMutableRawPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: max(1, byteCount), alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, byteCount))
    }

    deinit { bytes.deallocate() }
}
