import Synchronization

/// LLVM's code generators that no compilation uses at the moment.
///
/// Creating one, and LLVM's tables of the processor with its first function, takes about a millisecond, which is more
/// than parsing a kernel. A generator can be used for one module after the other. Thread-safe.
final class LLVMTargetMachines: Sendable {
    /// What a generator is made for.
    struct Key: Hashable {
        let target: LLVMTarget
        /// LLVM's names of the processor and of its extensions. Nil for the processor of this process.
        let processor: String?
        let features: String?
        /// The level of optimisation.
        let level: Int32
    }

    /// A generator, which belongs either to the pool or to one compilation.
    private struct Machine: @unchecked Sendable {
        let reference: LLVMFunctions.Reference
    }

    private let idle = Mutex<[Key: [Machine]]>([:])
    /// Maximum number of generators that are kept for a processor.
    private static let limit = 2

    /// Removes and returns a generator, which then belongs to the caller. Nil if there is none.
    func take(_ key: Key) -> LLVMFunctions.Reference? { idle.withLock { $0[key]?.popLast()?.reference } }

    /// Keeps a generator. Returns false if there are enough; the caller then has to dispose of it.
    func keep(_ reference: LLVMFunctions.Reference, for key: Key) -> Bool {
        let machine = Machine(reference: reference)
        return idle.withLock { idle in
            guard idle[key, default: []].count < Self.limit else { return false }
            idle[key, default: []].append(machine)
            return true
        }
    }
}
