import Pixels
import Synchronization

/// One thread's scratch memory: numbered slots that grow to the largest tile seen and are then reused.
final class ScratchArena {
    private var slots: [PixelStorage?] = []

    /// A raster of undefined pixels in slot `index`; earlier rasters of the slot become invalid.
    func raster(slot index: Int, bounds: PixelRect) throws(RenderingError) -> Raster {
        while slots.count <= index { slots.append(nil) }
        if let storage = slots[index], storage.capacity >= bounds.area { return storage.raster(bounds: bounds) }
        slots[index] = nil
        let storage = try PixelStorage(capacity: bounds.area)
        slots[index] = storage
        return storage.raster(bounds: bounds)
    }

    /// Bytes held.
    var byteCount: Int { slots.reduce(0) { $0 + ($1?.capacity ?? 0) * MemoryLayout<SIMD4<Float>>.stride } }
}

/// Arenas that no thread is using at the moment.
final class ScratchPool: Sendable {
    // An arena is in the pool or in the hands of one thread, never both.
    private struct Idle: @unchecked Sendable { var arenas: [ScratchArena] = [] }

    private static let mostKept = 64
    // Larger arenas come from unusual renders; keeping them would hold memory for nothing.
    private static let mostBytesKept = 64 << 20

    private let keepsMemory: Bool
    private let idle = Mutex(Idle())

    init(keepsMemory: Bool) { self.keepsMemory = keepsMemory }

    /// Lends an arena to `body`.
    func withArena<Result>(_ body: (ScratchArena) throws -> Result) rethrows -> Result {
        let found = idle.withLock { $0.arenas.popLast() }
        let arena = found ?? ScratchArena()
        defer { if keepsMemory, arena.byteCount <= Self.mostBytesKept { giveBack(arena) } }
        return try body(arena)
    }

    private func giveBack(_ arena: ScratchArena) {
        let box = Idle(arenas: [arena])
        idle.withLock { idle in
            if idle.arenas.count < Self.mostKept { idle.arenas += box.arenas }
        }
    }
}
