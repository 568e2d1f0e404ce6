import CSandbox
import Glibc

/// The calls that a worker is working on, and the limits that follow from them.
struct CallsInFlight {
    private(set) var last: UInt64 = 0
    /// Bytes of memory that files in the scratch folder take.
    private var scratchBytes = 0
    private var sharedBytes: [UInt64: Int] = [:]
    /// Processor time in seconds at which the kernel sends the worker SIGXCPU.
    private(set) var processorLimit: UInt64 = .max

    /// Notes a call and makes room for it in the worker's limits.
    mutating func begin(_ process: ProcessHandle, _ policy: WorkerPolicy, shared: Int, addressSpaceLimit: UInt64)
        -> UInt64
    {
        last += 1
        sharedBytes[last] = shared
        limitProcessorTime(process, policy)
        if shared > 0 { limitAddressSpace(process, addressSpaceLimit) }
        return last
    }

    /// Forgets a call.
    mutating func finish(_ call: UInt64, _ process: ProcessHandle, addressSpaceLimit: UInt64) {
        let shared = sharedBytes.removeValue(forKey: call) ?? 0
        if shared > 0 { limitAddressSpace(process, addressSpaceLimit) }
    }

    /// What has been used plus what the calls may use. It stays in force between calls, for threads that go on working then.
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

    /// Whether the worker is working on any.
    var isEmpty: Bool { sharedBytes.isEmpty }

    /// Takes memory that files in the scratch folder hold from what the worker may use.
    mutating func setAside(_ bytes: Int, _ process: ProcessHandle, addressSpaceLimit: UInt64) {
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
