import ImageGraph
import KernelLanguage
import Synchronization

/// Kernels that are ready to run, by program and layout. The least recently used one is evicted first. Thread-safe.
package final class KernelCache<Kernel: Sendable>: Sendable {
    private struct Key: Hashable, Sendable {
        let program: ProgramKey
        let layout: KernelLayout
        let requiresSandbox: Bool
    }

    private struct State {
        var kernels: [Key: (kernel: Kernel, lastUse: Int)] = [:]
        var clock = 0

        /// Returns a cached kernel and notes its use.
        mutating func use(_ key: Key) -> Kernel? {
            clock += 1
            kernels[key]?.lastUse = clock
            return kernels[key]?.kernel
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: Maximum number of kernels. At least 1.
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Returns the kernel of a program, and makes it if it isn't cached. Threads that need the same kernel at the same
    /// time make it twice, and all get the one that was ready first.
    package func kernel(for program: Program, layout: KernelLayout, make: () throws -> Kernel) throws -> Kernel {
        let key = Key(program: ProgramKey(program), layout: layout, requiresSandbox: program.requiresSandbox)
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
