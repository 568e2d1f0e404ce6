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

    /// Returns a view that contains all pixels of `part`: this one, or a copy in which the pixels at the edge of `edge`
    /// are repeated outside of it. The view must contain the pixels that `part` and `edge` have in common; others are
    /// transparent.
    package func repeatingEdge(of edge: PixelRect, in part: PixelRect) -> PixelView {
        let inner = part.intersection(edge)
        if inner == part || inner.isEmpty { return covering(part) }
        return covering(inner).window(inner).extended(to: part)
    }

    /// Returns a copy of the view in the larger rectangle `part`, in which the pixels at the edge are repeated.
    private func extended(to part: PixelRect) -> PixelView {
        let size = format.bytesPerPixel
        let rowBytes = part.width * size
        let memory = ZeroedMemory(byteCount: rowBytes * part.height)
        let copy = PixelView(bounds: part, format: format, base: memory.bytes, bytesPerRow: rowBytes, keeping: memory)
        for y in part.y..<part.maxY {
            let source = row(min(max(y, bounds.y), bounds.maxY - 1))
            copy.pixel(bounds.x, y).copyMemory(from: source, byteCount: bounds.width * size)
            for x in part.x..<bounds.x { copy.pixel(x, y).copyMemory(from: source, byteCount: size) }
            for x in bounds.maxX..<part.maxX {
                copy.pixel(x, y).copyMemory(from: source + (bounds.width - 1) * size, byteCount: size)
            }
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
