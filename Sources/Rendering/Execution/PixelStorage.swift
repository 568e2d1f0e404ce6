import Foundation
import Pixels

/// Memory for pixels, not initialised: the threads that compute the tiles touch it first.
final class PixelStorage: @unchecked Sendable {
    /// First pixel. Written tile by disjoint tile, then only read; that is what makes sharing it safe.
    let pixels: UnsafeMutablePointer<SIMD4<Float>>
    /// Number of pixels.
    let capacity: Int

    /// Room for `capacity` pixels.
    init(capacity: Int) throws(RenderingError) {
        let bytes = max(1, capacity) * MemoryLayout<SIMD4<Float>>.stride
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, 64, bytes) == 0, let memory else { throw .outOfMemory(bytes: bytes) }
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
