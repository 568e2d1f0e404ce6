import Foundation
import Pixels
import Synchronization

/// Makes buffers of one size and format, and uses their memory again.
///
/// When the last reference to a buffer is gone, its memory returns to the pool. New memory is zero; memory that is used
/// again has the pixels of the buffer before. Buffers never have the attachments of the buffer before. Unused memory is
/// freed after `kCVPixelBufferPoolMaximumBufferAgeKey`, when a buffer is requested or returned, or the pool is flushed.
/// When the pool is gone, its unused memory is freed at once, and that of its buffers when they are gone.
///
/// Thread-safe.
public final class CVPixelBufferPool: Sendable, Hashable {
    private struct Idle: Sendable {
        let block: PixelBufferMemory.Block
        let since: ContinuousClock.Instant
    }

    private struct State: Sendable {
        /// Unused memory, the one returned last at the end.
        var idle: [Idle] = []
        /// The number of blocks, in use and idle.
        var count = 0
        /// Whether a request failed because of its threshold since a buffer was last returned.
        var hasRefused = false
    }

    private let format: PixelBufferFormat
    private let width: Int
    private let height: Int
    private let bufferAttributes: BufferAttributes
    private let layout: PixelBufferLayout
    private let attributes: PoolAttributes
    // The dictionaries are never changed.
    nonisolated(unsafe) let poolDictionary: CFDictionary?
    nonisolated(unsafe) let bufferDictionary: CFDictionary
    private let state = Mutex(State())

    /// - Throws: `kCVReturnInvalidPoolAttributes`, or the errors of creating a buffer.
    init(_ poolAttributes: CFDictionary?, buffers dictionary: CFDictionary?) throws(CVFailure) {
        attributes = try PoolAttributes(poolAttributes)
        bufferAttributes = try BufferAttributes(dictionary)
        guard let width = bufferAttributes.width, let height = bufferAttributes.height,
            !bufferAttributes.formats.isEmpty
        else { throw CVFailure(kCVReturnInvalidPixelBufferAttributes) }
        guard let format = bufferAttributes.formats.lazy.compactMap(PixelBufferFormat.named).first else {
            throw CVFailure(kCVReturnInvalidPixelFormat)
        }
        layout = try PixelBufferLayout(width: width, height: height, format: format, attributes: bufferAttributes)
        (self.width, self.height, self.format) = (width, height, format)
        (poolDictionary, bufferDictionary) = (poolAttributes, dictionary ?? [:])
    }

    deinit { for idle in state.withLock({ $0.idle }) { idle.block.free() } }

    /// Returns a buffer.
    ///
    /// - Throws: `kCVReturnWouldExceedAllocationThreshold`, or `kCVReturnAllocationFailed`.
    func buffer(threshold: Int?) throws(CVFailure) -> CVPixelBuffer {
        let reused = try reusedBlock(threshold: threshold)
        let block: PixelBufferMemory.Block
        if let reused { block = reused } else { block = try newBlock() }
        let memory = PixelBufferMemory { [weak self] in
            if let self { self.take(back: block) } else { block.free() }
        }
        return CVBuffer(
            width: width, height: height, format: format, layout: layout, extended: bufferAttributes.extended,
            attributes: bufferDictionary, block: block, memory: memory)
    }

    /// Returns unused memory; nil if new memory has to be allocated, which counts already.
    private func reusedBlock(threshold: Int?) throws(CVFailure) -> PixelBufferMemory.Block? {
        let (found, old, isRefused) = state.withLock { state in
            let found = state.idle.popLast()
            let old = removeOld(&state)
            let isRefused = found == nil && threshold.map { state.count >= $0 } == true
            if isRefused { state.hasRefused = true } else if found == nil { state.count += 1 }
            return (found, old, isRefused)
        }
        for idle in old { idle.block.free() }
        if isRefused { throw CVFailure(kCVReturnWouldExceedAllocationThreshold) }
        return found?.block
    }

    private func newBlock() throws(CVFailure) -> PixelBufferMemory.Block {
        do {
            return try PixelBufferMemory.Block(
                byteCount: layout.byteCount, alignment: layout.blockAlignment(bufferAttributes))
        } catch {
            state.withLock { $0.count -= 1 }
            throw error
        }
    }

    private func take(back block: PixelBufferMemory.Block) {
        let (old, isAwaited) = state.withLock { state in
            state.idle.append(Idle(block: block, since: .now))
            defer { state.hasRefused = false }
            return (removeOld(&state), state.hasRefused)
        }
        for idle in old { idle.block.free() }
        if isAwaited {
            NotificationCenter.default.post(
                name: Notification.Name(kCVPixelBufferPoolFreeBufferNotification), object: self)
        }
    }

    /// Removes unused memory that is older than permitted, the oldest first, and returns it to be freed.
    private func removeOld(_ state: inout State) -> [Idle] {
        guard let age = attributes.maximumAge else { return [] }
        let now = ContinuousClock.now
        var old: [Idle] = []
        while let first = state.idle.first, now - first.since > age, state.count > attributes.minimumCount {
            old.append(state.idle.removeFirst())
            state.count -= 1
        }
        return old
    }

    /// Frees unused memory that is older than permitted, or all of it.
    func flush(all: Bool) {
        let old = state.withLock { state in
            if !all { return removeOld(&state) }
            defer {
                state.count -= state.idle.count
                state.idle = []
            }
            return state.idle
        }
        for idle in old { idle.block.free() }
    }

    /// The numbers of blocks in use and unused; for tests.
    package var counts: (inUse: Int, idle: Int) {
        state.withLock { ($0.count - $0.idle.count, $0.idle.count) }
    }

    /// Whether both are the same pool.
    public static func == (a: CVPixelBufferPool, b: CVPixelBufferPool) -> Bool { a === b }

    /// Hashes the pool's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
