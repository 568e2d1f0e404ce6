import Pixels

/// Memory for pixels, with space between rows. Bytes that nothing has written are 0xcc.
package final class StoredPixels {
    private let memory: UnsafeMutableRawBufferPointer

    /// Creates memory.
    package init(byteCount: Int) {
        memory = .allocate(byteCount: max(16, byteCount), alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0xcc)
    }

    deinit { memory.deallocate() }

    /// All bytes.
    package var bytes: [UInt8] {
        get { Array(memory) }
        set { memory.copyBytes(from: newValue) }
    }

    /// Returns a view of new memory, whose rows run from the top down or from the bottom up.
    package static func view(
        _ bounds: PixelRect, _ format: PixelFormat, isTopDown: Bool, padding: Int = 48
    ) -> (pixels: PixelView, memory: StoredPixels) {
        let bytesPerRow = format.pixelStride * bounds.width + padding
        let stored = StoredPixels(byteCount: bytesPerRow * bounds.height)
        // The memory isn't empty.
        let start = stored.memory.baseAddress!
        let view =
            isTopDown
            ? PixelView(topLeft: start, bounds: bounds, format: format, bytesPerRow: bytesPerRow, keeping: stored)
            : PixelView(bounds: bounds, format: format, base: start, bytesPerRow: bytesPerRow, keeping: stored)
        return (view, stored)
    }
}

extension PixelView {
    /// Copies a raster to memory whose rows have space between them, and run from the top down or from the bottom up.
    package static func stored(
        _ raster: Raster, as format: PixelFormat = .RGBAf, isTopDown: Bool, padding: Int = 48
    ) -> PixelView {
        let view = StoredPixels.view(raster.bounds, format, isTopDown: isTopDown, padding: padding).pixels
        view.write(raster)
        return view
    }

    /// Writes the pixels that a raster and this view have in common, like a kernel: floats stay as they are, and NaN
    /// with them.
    package func write(_ raster: Raster) {
        if let own = self.raster { own.copy(from: raster) } else { pack(raster) }
    }

    /// The pixels as floats.
    package var unpacked: Raster {
        let raster = Raster(bounds: bounds)
        unpack(into: raster)
        return raster
    }
}
