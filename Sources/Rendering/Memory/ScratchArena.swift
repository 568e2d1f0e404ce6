import Pixels

/// Scratch memory of one thread: numbered slots that grow to the size of the largest tile and are then reused.
final class ScratchArena {
    private var slots: [PixelStorage?] = []
    private let pool: PixelPool

    init(pool: PixelPool) { self.pool = pool }

    /// Returns a view of undefined pixels in slot `index`. Earlier views of the slot become invalid.
    func view(slot index: Int, bounds: PixelRect, format: PixelFormat) throws(RenderingError) -> PixelView {
        while slots.count <= index { slots.append(nil) }
        let rowBytes = Self.rowBytes(bounds.width * format.bytesPerPixel)
        let bytes = rowBytes * bounds.height
        if let storage = slots[index], storage.byteCount >= bytes {
            return storage.view(bounds: bounds, format: format, bytesPerRow: rowBytes)
        }
        slots[index] = nil
        let storage = try pool.storage(byteCount: bytes)
        slots[index] = storage
        return storage.view(bounds: bounds, format: format, bytesPerRow: rowBytes)
    }

    /// Returns the distance of rows with a number of bytes.
    private static func rowBytes(_ bytes: Int) -> Int {
        // A vector that isn't aligned to a cache line takes two accesses.
        let lines = (bytes + lineBytes - 1) / lineBytes
        // Rows whose distance is a multiple of a page would compete for the same few cache sets.
        return (lines % 16 == 0 ? lines + 1 : lines) * lineBytes
    }
    private static let lineBytes = 64

    /// Size of all slots in bytes.
    var byteCount: Int { slots.reduce(0) { $0 + ($1?.byteCount ?? 0) } }
}
