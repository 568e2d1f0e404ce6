import Foundation
import Synchronization

/// Memory for stored intermediates, reused between renderings. Fresh memory costs a page fault for every page.
///
/// Thread-safe.
final class PixelPool: Sendable {
    // A buffer is either idle or has one owner, never both.
    private struct State: @unchecked Sendable {
        var idle: [(memory: UnsafeMutableRawPointer, byteCount: Int)] = []
        var idleBytes = 0
        var bytesInUse = 0
        var allocationCount = 0
    }

    private static let hugePage = 2 << 20
    /// A buffer larger than the request by more than this factor isn't used for it.
    private static let maximumWaste = 2

    private let idleLimit: Int
    private let state = Mutex(State())

    /// Creates a pool that keeps at most `idleLimit` bytes of idle buffers.
    init(idleLimit: Int) { self.idleLimit = idleLimit }

    deinit { trim() }

    /// Bytes of the buffers in use, and of the idle ones; for tests.
    var byteCounts: (inUse: Int, idle: Int) { state.withLock { ($0.bytesInUse, $0.idleBytes) } }

    /// Number of buffers allocated from the system; for tests.
    var allocationCount: Int { state.withLock { $0.allocationCount } }

    /// Returns memory with undefined contents. It returns to the pool when the last reference to it is released.
    ///
    /// - Throws: `RenderingError.outOfMemory`.
    func storage(byteCount: Int) throws(RenderingError) -> PixelStorage {
        let wanted = max(64, byteCount)
        if let (memory, size) = reuse(wanted) {
            return PixelStorage(memory: memory, byteCount: size) { [weak self] in Self.recycle($0, $1, to: self) }
        }
        var memory: UnsafeMutableRawPointer?
        // Large buffers use huge pages. Otherwise each row of a tile would lie on a different small page.
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
        return PixelStorage(memory: memory, byteCount: size) { [weak self] in Self.recycle($0, $1, to: self) }
    }

    /// Frees idle buffers that don't fit a request of `wanted` bytes, the oldest first, until the request fits into
    /// `limit` together with all remaining buffers.
    func freeIdleBuffers(for wanted: Int, within limit: Int) {
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
        byteCount >= wanted && byteCount / maximumWaste <= wanted
    }

    /// Frees all idle buffers.
    func trim() {
        let idle = state.withLock { state in
            defer { (state.idle, state.idleBytes) = ([], 0) }
            return State(idle: state.idle)
        }
        for buffer in idle.idle { free(buffer.memory) }
    }

    /// Takes the smallest idle buffer that is large enough, but not much larger; nil if there is none.
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

    private static func recycle(_ memory: UnsafeMutableRawPointer, _ byteCount: Int, to pool: PixelPool?) {
        guard let pool else { return free(memory) }
        let buffer = State(idle: [(memory, byteCount)])
        let dropped = pool.state.withLock { state -> State in
            state.bytesInUse -= byteCount
            state.idle += buffer.idle
            state.idleBytes += byteCount
            var dropped = State()
            // The oldest buffers are freed first.
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
