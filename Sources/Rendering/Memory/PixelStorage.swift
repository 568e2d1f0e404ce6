import Pixels

/// Uninitialised memory for pixels. The threads that compute the tiles are the first to touch it.
///
/// Sharing it is safe, because threads write disjoint tiles, and only read afterwards.
final class PixelStorage: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let release: @Sendable (UnsafeMutableRawPointer, Int) -> Void
    /// Size in bytes.
    let byteCount: Int

    /// Creates storage that calls `release` with its memory when it is deallocated.
    init(
        memory: UnsafeMutableRawPointer, byteCount: Int,
        release: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Void
    ) {
        (self.memory, self.byteCount, self.release) = (memory, byteCount, release)
    }

    deinit { release(memory, byteCount) }

    /// Returns a view of the first pixels, with rows without gaps. The pixels must fit into the memory.
    func view(bounds: PixelRect, format: PixelFormat) -> PixelView {
        view(bounds: bounds, format: format, bytesPerRow: bounds.width * format.bytesPerPixel)
    }

    /// Returns a view of the first pixels; `bytesPerRow` is the distance of rows. The pixels must fit into the memory.
    func view(bounds: PixelRect, format: PixelFormat, bytesPerRow: Int) -> PixelView {
        PixelView(bounds: bounds, format: format, base: memory, bytesPerRow: bytesPerRow, keeping: self)
    }
}
