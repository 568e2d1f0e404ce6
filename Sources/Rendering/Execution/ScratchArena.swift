import Pixels
import Synchronization

/// Scratch memory of one thread: numbered slots that grow to the size of the largest tile and are then reused.
final class ScratchArena {
    private var slots: [PixelStorage?] = []
    private let pool: PixelPool

    init(pool: PixelPool) { self.pool = pool }

    /// Returns a raster of undefined pixels in slot `index`. Earlier rasters of the slot become invalid.
    func raster(slot index: Int, bounds: PixelRect) throws(RenderingError) -> Raster {
        while slots.count <= index { slots.append(nil) }
        // Rows whose distance is a multiple of a page would compete for the same few cache sets.
        let stride = bounds.width % 64 == 0 ? bounds.width + 4 : bounds.width
        let bytes = stride * bounds.height * MemoryLayout<SIMD4<Float>>.stride
        if let storage = slots[index], storage.byteCount >= bytes {
            return storage.raster(bounds: bounds, stride: stride)
        }
        slots[index] = nil
        let storage = try pool.storage(byteCount: bytes)
        slots[index] = storage
        return storage.raster(bounds: bounds, stride: stride)
    }

    /// Size of all slots in bytes.
    var byteCount: Int { slots.reduce(0) { $0 + ($1?.byteCount ?? 0) } }
}

/// Arenas that no thread is using at the moment.
final class ScratchPool: Sendable {
    // An arena is either in the pool or used by one thread, never both.
    private struct Idle: @unchecked Sendable { var arenas: [ScratchArena] = [] }

    private static let mostKept = 64
    // Larger arenas come from unusual renderings. Keeping them would waste memory.
    private static let mostBytesKept = 16 << 20

    private let pixels: PixelPool
    private let idle = Mutex(Idle())

    init(pixels: PixelPool) { self.pixels = pixels }

    /// Calls `body` with an arena that no other thread uses meanwhile.
    func withArena<Result>(_ body: (ScratchArena) throws -> Result) rethrows -> Result {
        let found = idle.withLock { $0.arenas.popLast() }
        let arena = found ?? ScratchArena(pool: pixels)
        defer { if arena.byteCount <= Self.mostBytesKept { giveBack(arena) } }
        return try body(arena)
    }

    /// Releases all idle arenas.
    func clear() { idle.withLock { $0.arenas = [] } }

    private func giveBack(_ arena: ScratchArena) {
        let box = Idle(arenas: [arena])
        idle.withLock { idle in
            if idle.arenas.count < Self.mostKept { idle.arenas += box.arenas }
        }
    }
}
