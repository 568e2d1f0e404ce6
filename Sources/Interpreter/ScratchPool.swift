import Synchronization

/// Memory in which one thread runs one kernel: the registers, arrays, states and uniform values of a block of pixels.
///
/// Used by one run at a time. `ScratchPool` reuses it for later runs.
final class Scratch: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
        self.byteCount = byteCount
        base = .allocate(byteCount: byteCount, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { base.deallocate() }
}

/// A pool of unused scratch memory, so that a tile allocates nothing.
final class ScratchPool: Sendable {
    private static let capacity = 64
    private let idle = Mutex<[Scratch]>([])

    /// Returns memory of at least `byteCount` bytes, with unspecified contents.
    func take(byteCount: Int) -> Scratch {
        let found = idle.withLock { scratches -> Scratch? in
            if let index = scratches.lastIndex(where: { $0.byteCount >= byteCount }) {
                return scratches.remove(at: index)
            }
            // All pooled memory is too small. Release the oldest, so that the pool doesn't stay full of small blocks.
            if scratches.count == Self.capacity { scratches.removeFirst() }
            return nil
        }
        return found ?? Scratch(byteCount: byteCount)
    }

    /// Returns memory to the pool.
    func give(_ scratch: Scratch) {
        idle.withLock { scratches in
            if scratches.count < Self.capacity { scratches.append(scratch) }
        }
    }
}
