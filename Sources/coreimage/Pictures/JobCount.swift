import Foundation
import SystemResources

/// Computes the number of pictures that a run processes at a time.
enum JobCount {
    /// Returns the number of cores, limited by the memory, and at least 1.
    ///
    /// - Parameters:
    ///   - memory: The memory limit for all jobs together, if one is given.
    ///   - memoryPerJob: The observed memory of a job, in bytes.
    static func suiting(memory: MemorySize?, memoryPerJob: Int) -> Int {
        let most = min(SystemMemory.available / memoryPerJob, (memory?.bytes ?? .max) / MemorySize.least)
        return max(1, min(ProcessInfo.processInfo.activeProcessorCount, most))
    }
}
