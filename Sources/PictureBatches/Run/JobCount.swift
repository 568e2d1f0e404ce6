import CommandOutput
import Foundation
import SystemResources

/// The number of pictures that a run processes at a time.
package struct JobCount: Sendable {
    /// The value of `--jobs`, or nil for a number that suits the machine.
    private let chosen: Int?

    /// - Throws: `UsageError` for a number that isn't from 1 to 256.
    package init(_ chosen: Int?) throws(UsageError) {
        if let chosen, !(1...256).contains(chosen) { throw UsageError("--jobs \(chosen): write 1 to 256") }
        self.chosen = chosen
    }

    /// Returns the chosen number, or else the number of cores, limited by the memory, and at least 1.
    ///
    /// - Parameters:
    ///   - memory: The memory limit for all jobs together, if one is given.
    ///   - memoryPerJob: The observed memory of a job, in bytes.
    /// - Throws: `UsageError` if `memory` is too small for them.
    package func count(memory: MemorySize?, memoryPerJob: Int) throws(UsageError) -> Int {
        let count = chosen ?? Self.suiting(memory, memoryPerJob)
        try memory?.check(pictures: count)
        return count
    }

    private static func suiting(_ memory: MemorySize?, _ memoryPerJob: Int) -> Int {
        let most = min(SystemMemory.available / memoryPerJob, (memory?.bytes ?? .max) / MemorySize.least)
        return max(1, min(ProcessInfo.processInfo.activeProcessorCount, most))
    }
}
