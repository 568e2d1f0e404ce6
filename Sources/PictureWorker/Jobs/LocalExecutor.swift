import ChildProcesses
import Foundation
import Sandboxing
import Synchronization

/// Does jobs in this process.
final class LocalExecutor: JobExecutor {
    private let runner: JobRunner
    private let budget: MemoryBudget
    private let working = Atomic(0)

    init(_ settings: WorkerSettings, budget: MemoryBudget) throws {
        runner = try JobRunner(settings)
        self.budget = budget
    }

    var isIsolated: Bool { false }

    var crashes: Int { 0 }

    func run(_ job: JobInput, slot: Int) -> ExecutedJob {
        // With other jobs in work, the peak is that of all of them together.
        if working.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { PeakMemory.restart() }
        defer { working.wrappingSubtract(1, ordering: .relaxed) }
        do throws(JobFailure) {
            let outcome = try runner.run(job) { bytes throws(JobFailure) in
                try budget.lease(bytes, until: job.deadline)
            }
            let memory = try outcome.bytes.map { bytes throws(JobFailure) in try Self.shared(bytes) }
            return ExecutedJob(
                result: .success(outcome.result), memory: [memory].compactMap { $0 }, peak: PeakMemory.bytes)
        } catch {
            return ExecutedJob(result: .failure(error), peak: PeakMemory.bytes)
        }
    }

    /// Returns memory with the bytes, which other processes can't change.
    static func shared(_ bytes: Data) throws(JobFailure) -> FileDescriptor {
        do throws(SharedMemoryError) {
            let memory = try SharedMemory(byteCount: bytes.count, workersMayWrite: false)
            memory.withUnsafeMutableBytes { target in _ = bytes.copyBytes(to: target) }
            return memory.descriptor
        } catch {
            throw JobFailure(.memory, "The result has no room in shared memory: \(error.reason).")
        }
    }
}
