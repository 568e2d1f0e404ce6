import Foundation
import SystemResources

/// How many pictures a run takes at a time.
enum JobCount {
    /// As many as there are cores, and as memory allows; at least 1.
    ///
    /// - Parameters:
    ///   - memory: The most memory for all of them, where somebody said it.
    ///   - memoryPerJob: What one was seen to take, in bytes.
    static func suiting(memory: MemorySize?, memoryPerJob: Int) -> Int {
        let most = min(SystemMemory.available / memoryPerJob, (memory?.bytes ?? .max) / MemorySize.least)
        return max(1, min(ProcessInfo.processInfo.activeProcessorCount, most))
    }
}
