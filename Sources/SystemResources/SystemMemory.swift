import Foundation
import UntrustedInput

/// The memory that this process may use.
package enum SystemMemory {
    /// The machine's memory in bytes, or the smallest limit of the process's control groups if that is less, as in a
    /// container or a service with `MemoryMax=`. Computed once.
    package static let available = available(
        physical: Int(clamping: ProcessInfo.processInfo.physicalMemory),
        groups: .current, read: { try? FileReader.text(at: $0, limit: 4096) })

    /// The size of the last level of the processor's caches in bytes; nil if the C library doesn't know it.
    package static let lastLevelCacheByteCount: Int? = {
        let size = sysconf(Int32(_SC_LEVEL3_CACHE_SIZE))
        return size > 0 ? size : nil
    }()

    /// Computes the available memory in bytes.
    ///
    /// - Parameters:
    ///   - physical: The machine's memory in bytes.
    ///   - groups: The control groups of the process.
    ///   - read: Returns the text of a file, or nil if it can't be read.
    static func available(physical: Int, groups: ControlGroups, read: (String) -> String?) -> Int {
        guard let branch = groups.branch(of: "memory") else { return physical }
        // Above `memory.high`, the kernel throttles a group until it frees memory, so this counts as a limit too.
        let names = branch.version == .v1 ? ["memory.limit_in_bytes"] : ["memory.max", "memory.high"]
        let limits = branch.folders.flatMap { folder in names.map { "\(folder)/\($0)" } }.compactMap { path -> Int? in
            // Without a limit, the file contains "max", or in version 1 a number greater than any machine's memory.
            read(path).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return min(physical, limits.min() ?? physical)
    }
}
