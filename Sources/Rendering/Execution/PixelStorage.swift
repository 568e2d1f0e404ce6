import Foundation
import Pixels

/// Memory for pixels, not initialised: the threads that compute the tiles touch it first.
final class PixelStorage: @unchecked Sendable {
    /// First pixel. Written tile by disjoint tile, then only read; that is what makes sharing it safe.
    let pixels: UnsafeMutablePointer<SIMD4<Float>>
    /// Number of pixels.
    let capacity: Int

    private static let hugePage = 2 << 20

    /// Room for `capacity` pixels.
    init(capacity: Int) throws(RenderingError) {
        let bytes = max(1, capacity) * MemoryLayout<SIMD4<Float>>.stride
        var memory: UnsafeMutableRawPointer?
        // Large buffers on huge pages: a tile's rows would otherwise lie on as many small pages as it has rows.
        let isLarge = bytes >= Self.hugePage
        guard posix_memalign(&memory, isLarge ? Self.hugePage : 64, bytes) == 0, let memory else {
            throw .outOfMemory(bytes: bytes)
        }
        if isLarge { madvise(memory, bytes, MADV_HUGEPAGE) }
        pixels = memory.bindMemory(to: SIMD4<Float>.self, capacity: max(1, capacity))
        self.capacity = capacity
    }

    deinit { free(pixels) }

    /// A raster over the first pixels; `bounds` must not hold more than `capacity`.
    func raster(bounds: PixelRect) -> Raster {
        Raster(bounds: bounds, pixels: pixels, stride: bounds.width, keeping: self)
    }

    /// A raster with memory of its own.
    static func makeRaster(bounds: PixelRect) throws(RenderingError) -> Raster {
        try PixelStorage(capacity: bounds.area).raster(bounds: bounds)
    }
}
