import CSandbox
import ChildProcesses
import Glibc
import ScratchFolders
import UntrustedInput

/// Compares a worker's use of resources with the limits that the kernel doesn't enforce itself.
struct WorkerUsage: Sendable {
    let process: ProcessHandle
    let scratch: ScratchFolder
    let threads: ThreadGroup?
    let policy: WorkerPolicy

    /// The limit for the files in the scratch folder, in bytes. On a file system in memory they count as memory of the
    /// worker, so its limit of address space applies too.
    var scratchLimit: Int { scratch.isInMemory ? min(policy.scratchSize, policy.addressSpace) : policy.scratchSize }

    /// Returns the exceeded limit, if any, and the bytes that the scratch folder occupies.
    func measured() -> (excess: WorkerFailure?, scratchBytes: Int) {
        if hasTooManyThreads { return (.tooManyThreads(limit: policy.threads), 0) }
        let used = scratch.usage(upTo: policy.scratchFiles)
        if used.files > policy.scratchFiles { return (.tooManyScratchFiles(limit: policy.scratchFiles), used.bytes) }
        if used.bytes > scratchLimit { return (.tooMuchScratch(limit: scratchLimit), used.bytes) }
        return (nil, used.bytes)
    }

    /// Whether the kernel has refused the worker a thread, or the worker has more threads than the policy allows.
    var hasTooManyThreads: Bool {
        if let threads { return threads.refusals > 0 }
        return (threadCount ?? 0) > policy.threads
    }

    /// The number of threads, or nil if the system doesn't tell.
    private var threadCount: Int? {
        guard !process.hasBeenReaped,
            let text = try? FileReader.text(at: "/proc/\(process.identifier)/stat", limit: 65_536),
            let name = text.lastIndex(of: ")")
        else { return nil }
        // The number of threads is field 20. The name in field 2 may contain spaces, so fields are counted from the
        // state after it, which is field 3.
        let fields = text[text.index(after: name)...].split(separator: " ")
        return fields.count > 17 ? Int(fields[17]) : nil
    }
}
