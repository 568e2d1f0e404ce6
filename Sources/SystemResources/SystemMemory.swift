import Foundation
import UntrustedInput

/// How much memory this process may hope for.
public enum SystemMemory {
    /// Bytes: the machine's memory, or the least limit of the control groups that hold this process where that is less, as in a container
    /// or a service with `MemoryMax=`. Found once.
    public static let available = available(
        physical: Int(clamping: ProcessInfo.processInfo.physicalMemory),
        groups: .current, read: { try? WholeFile.text(at: $0, limit: 4096) })

    /// - Parameters:
    ///   - physical: The machine's memory in bytes.
    ///   - groups: The control groups of the process.
    ///   - read: The text of a file, nil where it can't be read.
    static func available(physical: Int, groups: ControlGroups, read: (String) -> String?) -> Int {
        guard let branch = groups.branch(of: "memory") else { return physical }
        // Beyond `memory.high` a group is slowed down until it gives memory back.
        let names = branch.version == .v1 ? ["memory.limit_in_bytes"] : ["memory.max", "memory.high"]
        let limits = branch.folders.flatMap { folder in names.map { "\(folder)/\($0)" } }.compactMap { path -> Int? in
            // No limit is the word "max", or in version 1 a number that no machine reaches.
            read(path).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return min(physical, limits.min() ?? physical)
    }
}
