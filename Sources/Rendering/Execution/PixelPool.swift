import Foundation
import Pixels
import Synchronization

/// Memory for stored intermediates, used again from rendering to rendering: fresh memory costs a page fault for every page.
///
/// Thread-safe.
final class PixelPool: Sendable {
    // A buffer is idle or in the hands of one owner, never both.
    private struct State: @unchecked Sendable {
        var idle: [(memory: UnsafeMutableRawPointer, byteCount: Int)] = []
        var idleBytes = 0
        var bytesInUse = 0
        var allocationCount = 0
    }

    private static let hugePage = 2 << 20
    /// A buffer this many times larger than what is asked for stays idle.
    private static let mostWaste = 2

    private let idleLimit: Int
    private let state = Mutex(State())

    /// A pool that keeps at most `idleLimit` bytes that nobody uses.
    init(idleLimit: Int) { self.idleLimit = idleLimit }

    deinit { trim() }

    /// Bytes that somebody uses, and that wait.
    var byteCounts: (inUse: Int, idle: Int) { state.withLock { ($0.bytesInUse, $0.idleBytes) } }

    /// How often fresh memory was taken from the system.
    var allocationCount: Int { state.withLock { $0.allocationCount } }

    /// Memory with undefined contents, which comes back when the last reference to it goes.
    ///
    /// - Throws: `RenderingError.outOfMemory`.
    func storage(byteCount: Int) throws(RenderingError) -> PixelStorage {
        let wanted = max(64, byteCount)
        if let (memory, size) = reuse(wanted) {
            return PixelStorage(memory: memory, byteCount: size) { [weak self] in Self.giveBack($0, $1, to: self) }
        }
        var memory: UnsafeMutableRawPointer?
        // Large buffers on huge pages: a tile's rows would otherwise lie on as many small pages as it has rows.
        let isLarge = wanted >= Self.hugePage
        let size = isLarge ? (wanted + Self.hugePage - 1) / Self.hugePage * Self.hugePage : wanted
        guard posix_memalign(&memory, isLarge ? Self.hugePage : 64, size) == 0, let memory else {
            throw .outOfMemory(bytes: byteCount)
        }
        if isLarge { madvise(memory, size, MADV_HUGEPAGE) }
        state.withLock {
            $0.bytesInUse += size
            $0.allocationCount += 1
        }
        return PixelStorage(memory: memory, byteCount: size) { [weak self] in Self.giveBack($0, $1, to: self) }
    }

    /// Gives idle memory that is of no use for `wanted` bytes back to the system, the oldest first, until those fit into `limit` with all that is
    /// in use.
    func makeRoom(for wanted: Int, within limit: Int) {
        let dropped = state.withLock { state -> State in
            var dropped = State()
            let others = limit - min(limit, wanted)
            while state.bytesInUse + state.idleBytes > others,
                let index = state.idle.firstIndex(where: { !Self.fits($0.byteCount, wanted) })
            {
                let old = state.idle.remove(at: index)
                state.idleBytes -= old.byteCount
                dropped.idle.append(old)
            }
            return dropped
        }
        for old in dropped.idle { free(old.memory) }
    }

    /// Whether a buffer is large enough, and not much larger.
    private static func fits(_ byteCount: Int, _ wanted: Int) -> Bool {
        byteCount >= wanted && byteCount / mostWaste <= wanted
    }

    /// Gives idle memory back to the system.
    func trim() {
        let idle = state.withLock { state in
            defer { (state.idle, state.idleBytes) = ([], 0) }
            return State(idle: state.idle)
        }
        for buffer in idle.idle { free(buffer.memory) }
    }

    /// The smallest idle buffer that is large enough and not much larger.
    private func reuse(_ wanted: Int) -> (UnsafeMutableRawPointer, Int)? {
        let found = state.withLock { state -> State? in
            let fitting = state.idle.indices.filter { Self.fits(state.idle[$0].byteCount, wanted) }
            guard let index = fitting.min(by: { state.idle[$0].byteCount < state.idle[$1].byteCount }) else {
                return nil
            }
            let buffer = state.idle.remove(at: index)
            state.idleBytes -= buffer.byteCount
            state.bytesInUse += buffer.byteCount
            return State(idle: [buffer])
        }
        return found?.idle.first.map { ($0.memory, $0.byteCount) }
    }

    private static func giveBack(_ memory: UnsafeMutableRawPointer, _ byteCount: Int, to pool: PixelPool?) {
        guard let pool else { return free(memory) }
        let buffer = State(idle: [(memory, byteCount)])
        let dropped = pool.state.withLock { state -> State in
            state.bytesInUse -= byteCount
            state.idle += buffer.idle
            state.idleBytes += byteCount
            var dropped = State()
            // The oldest goes first.
            while state.idleBytes > pool.idleLimit, !state.idle.isEmpty {
                let old = state.idle.removeFirst()
                state.idleBytes -= old.byteCount
                dropped.idle.append(old)
            }
            return dropped
        }
        for old in dropped.idle { free(old.memory) }
    }
}

/// Memory for pixels, not initialised: the threads that compute the tiles touch it first.
///
/// Written tile by disjoint tile, then only read; that is what makes sharing it safe.
final class PixelStorage: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let release: @Sendable (UnsafeMutableRawPointer, Int) -> Void
    /// Room in bytes.
    let byteCount: Int

    /// Memory that `release` takes back.
    init(
        memory: UnsafeMutableRawPointer, byteCount: Int,
        release: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Void
    ) {
        (self.memory, self.byteCount, self.release) = (memory, byteCount, release)
    }

    deinit { release(memory, byteCount) }

    /// A view of the first pixels, rows without gaps; they must fit.
    func view(bounds: PixelRect, format: PixelFormat) -> PixelView {
        PixelView(
            bounds: bounds, format: format, base: memory, bytesPerRow: bounds.width * format.bytesPerPixel,
            keeping: self)
    }

    /// Float pixels for a tile.
    func raster(bounds: PixelRect, stride: Int) -> Raster {
        Raster(
            bounds: bounds, pixels: memory.assumingMemoryBound(to: SIMD4<Float>.self), stride: stride, keeping: self)
    }
}
