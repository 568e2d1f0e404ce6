import Synchronization

/// Memory in which one thread runs one kernel: registers, arrays, masks and uniform values of a block of pixels.
///
/// Used by one run at a time; `ScratchPool` hands it from run to run.
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

/// Scratch memory waiting for the next run, so that a tile allocates nothing.
final class ScratchPool: Sendable {
    private static let capacity = 64
    private let idle = Mutex<[Scratch]>([])

    /// Memory of at least `byteCount` bytes, with unspecified contents.
    func take(byteCount: Int) -> Scratch {
        let found = idle.withLock { scratches -> Scratch? in
            if let index = scratches.lastIndex(where: { $0.byteCount >= byteCount }) {
                return scratches.remove(at: index)
            }
            // All are too small: one gives way, so that the pool does not stay full of small ones.
            if scratches.count == Self.capacity { scratches.removeFirst() }
            return nil
        }
        return found ?? Scratch(byteCount: byteCount)
    }

    /// Gives memory back.
    func give(_ scratch: Scratch) {
        idle.withLock { scratches in
            if scratches.count < Self.capacity { scratches.append(scratch) }
        }
    }
}
