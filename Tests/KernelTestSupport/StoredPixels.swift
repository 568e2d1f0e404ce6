import Pixels

extension PixelView {
    /// Copies a raster to memory whose rows have space between them, and run from the top down or from the bottom up.
    package static func stored(_ raster: Raster, isTopDown: Bool, padding: Int = 48) -> PixelView {
        let (bounds, bytesPerRow) = (raster.bounds, 16 * raster.bounds.width + padding)
        let memory = StoredPixels(byteCount: bytesPerRow * bounds.height)
        let view =
            isTopDown
            ? PixelView(
                topLeft: memory.start, bounds: bounds, format: .RGBAf, bytesPerRow: bytesPerRow, keeping: memory)
            : PixelView(
                bounds: bounds, format: .RGBAf, base: memory.start, bytesPerRow: bytesPerRow, keeping: memory)
        view.pack(raster)
        return view
    }
}

/// Memory for pixels.
private final class StoredPixels {
    let start: UnsafeMutableRawPointer

    init(byteCount: Int) {
        start = .allocate(byteCount: max(16, byteCount), alignment: 16)
        start.initializeMemory(as: UInt8.self, repeating: 0xcc, count: max(16, byteCount))
    }

    deinit { start.deallocate() }
}
