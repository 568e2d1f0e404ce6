import CSandbox
import Glibc
import UntrustedInput

/// Compares what a worker uses with what it may use, where the kernel doesn't do so by itself.
struct WorkerUsage: Sendable {
    let process: ProcessHandle
    let scratch: ScratchFolder
    let threads: ThreadGroup?
    let policy: WorkerPolicy

    /// Bytes that the files of the scratch folder may have. In memory they take what the worker may use of it.
    var scratchLimit: Int { scratch.isInMemory ? min(policy.scratchSize, policy.addressSpace) : policy.scratchSize }

    /// What the worker has too much of, and the bytes that its scratch folder takes.
    func look() -> (excess: WorkerFailure?, scratchBytes: Int) {
        if hasTooManyThreads { return (.tooManyThreads(limit: policy.threads), 0) }
        let used = scratch.usage(upTo: policy.scratchFiles)
        if used.files > policy.scratchFiles { return (.tooManyScratchFiles(limit: policy.scratchFiles), used.bytes) }
        if used.bytes > scratchLimit { return (.tooMuchScratch(limit: scratchLimit), used.bytes) }
        return (nil, used.bytes)
    }

    /// Whether the kernel has refused the worker a thread, or counts more of them than the policy allows.
    var hasTooManyThreads: Bool {
        if let threads { return threads.refusals > 0 }
        return (threadCount ?? 0) > policy.threads
    }

    /// Nil where the system doesn't say.
    private var threadCount: Int? {
        guard !process.hasBeenReaped,
            let text = try? WholeFile.text(at: "/proc/\(process.identifier)/stat", limit: 65_536),
            let name = text.lastIndex(of: ")")
        else { return nil }
        // Field 20, where the state after the name, which may have spaces in it, is field 3.
        let fields = text[text.index(after: name)...].split(separator: " ")
        return fields.count > 17 ? Int(fields[17]) : nil
    }
}
