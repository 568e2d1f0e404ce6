import Synchronization

/// The scratch arenas that no thread uses at the moment. Thread-safe.
final class ScratchPool: Sendable {
    // An arena is either in the pool or used by one thread, never both.
    private struct Idle: @unchecked Sendable { var arenas: [ScratchArena] = [] }

    private static let maximumCount = 64
    // Larger arenas come from unusual renderings. Keeping them would waste memory.
    private static let maximumBytesOfArena = 16 << 20

    private let pixels: PixelPool
    private let idle = Mutex(Idle())

    init(pixels: PixelPool) { self.pixels = pixels }

    /// Calls `body` with an arena that no other thread uses meanwhile.
    func withArena<Result>(_ body: (ScratchArena) throws -> Result) rethrows -> Result {
        let found = idle.withLock { $0.arenas.popLast() }
        let arena = found ?? ScratchArena(pool: pixels)
        defer { if arena.byteCount <= Self.maximumBytesOfArena { recycle(arena) } }
        return try body(arena)
    }

    /// Releases all idle arenas.
    func clear() { idle.withLock { $0.arenas = [] } }

    private func recycle(_ arena: ScratchArena) {
        let box = Idle(arenas: [arena])
        idle.withLock { idle in
            if idle.arenas.count < Self.maximumCount { idle.arenas += box.arenas }
        }
    }
}
