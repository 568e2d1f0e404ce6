import CSandbox
import ChildProcesses
import Glibc

/// The calls that a worker is executing, and the resource limits that result from them.
struct CallsInFlight {
    private(set) var last: UInt64 = 0
    /// Bytes of memory that files in the scratch folder occupy.
    private var scratchBytes = 0
    private var sharedBytes: [UInt64: Int] = [:]
    /// The processor time, in seconds, at which the kernel sends SIGXCPU to the worker.
    private(set) var processorLimit: UInt64 = .max

    /// Registers a call and raises the worker's limits by what it may use.
    mutating func begin(_ process: ProcessHandle, _ policy: WorkerPolicy, shared: Int, addressSpaceLimit: UInt64)
        -> UInt64
    {
        last += 1
        sharedBytes[last] = shared
        limitProcessorTime(process, policy)
        if shared > 0 { limitAddressSpace(process, addressSpaceLimit) }
        return last
    }

    /// Removes a call, and lowers the limit of the address space by its shared memory.
    mutating func finish(_ call: UInt64, _ process: ProcessHandle, addressSpaceLimit: UInt64) {
        let shared = sharedBytes.removeValue(forKey: call) ?? 0
        if shared > 0 { limitAddressSpace(process, addressSpaceLimit) }
    }

    /// Sets the limit to the time used so far plus the allowance of all calls in flight. The limit stays in force
    /// between calls, because threads may continue to work then.
    private mutating func limitProcessorTime(_ process: ProcessHandle, _ policy: WorkerPolicy) {
        let used = csandbox_processor_time(process.identifier)
        guard used >= 0 else { return }
        let (seconds, attoseconds) = policy.processorTime.components
        let allowance = (UInt64(clamping: seconds) + (attoseconds > 0 ? 1 : 0)) * UInt64(sharedBytes.count)
        let limit = (UInt64(used) + 999_999_999) / 1_000_000_000 + allowance
        guard limit != processorLimit else { return }
        processorLimit = limit
        _ = csandbox_limit_process(process.identifier, Int32(RLIMIT_CPU.rawValue), limit)
    }

    /// Whether the worker executes no call.
    var isEmpty: Bool { sharedBytes.isEmpty }

    /// Subtracts the memory that files in the scratch folder occupy from the worker's limit of address space.
    mutating func reserveScratchMemory(_ bytes: Int, _ process: ProcessHandle, addressSpaceLimit: UInt64) {
        guard bytes != scratchBytes else { return }
        scratchBytes = bytes
        limitAddressSpace(process, addressSpaceLimit)
    }

    private func limitAddressSpace(_ process: ProcessHandle, _ base: UInt64) {
        let all = base + UInt64(sharedBytes.values.reduce(0, +))
        let limit = all - min(UInt64(scratchBytes), all)
        _ = csandbox_limit_process(process.identifier, Int32(RLIMIT_AS.rawValue), limit)
    }
}
