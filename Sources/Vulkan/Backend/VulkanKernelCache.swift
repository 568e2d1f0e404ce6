import ImageGraph
import KernelLanguage
import Synchronization

/// The prepared kernels of a backend. The least recently used one is evicted first. Thread-safe.
final class VulkanKernelCache: Sendable {
    struct Key: Hashable, Sendable {
        let program: ProgramKey
        let layout: KernelLayout
        let requiresSandbox: Bool
    }

    private struct State {
        var kernels: [Key: (kernel: any PreparedKernel, lastUse: Int)] = [:]
        var clock = 0

        /// Returns a cached kernel and notes its use.
        mutating func use(_ key: Key) -> (any PreparedKernel)? {
            clock += 1
            kernels[key]?.lastUse = clock
            return kernels[key]?.kernel
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Returns the kernel of a key, and makes it if it isn't cached. Threads that need the same kernel at the same time
    /// make it twice, and all get the one that was ready first.
    func kernel(for key: Key, make: () throws -> any PreparedKernel) throws -> any PreparedKernel {
        if let kernel = state.withLock({ $0.use(key) }) { return kernel }
        let made = try make()
        return state.withLock { state in
            if let kernel = state.use(key) { return kernel }
            if state.kernels.count >= capacity,
                let oldest = state.kernels.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.kernels[oldest.key] = nil
            }
            state.kernels[key] = (made, state.clock)
            return made
        }
    }
}
