import CSandbox
import Glibc

/// What keeps a worker's code from doing harm, as far as the kernel offers it.
public struct WorkerProtection: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The version of Landlock that is in force, which decides about files; nil where the kernel has none. Without it a worker can
    /// write nowhere at all, and may read what its user may read.
    public let landlockVersion: Int?
    /// Whether system calls are filtered. A worker that isn't filtered doesn't start.
    public let systemCallFilter: Bool

    /// What this system offers, found without starting a worker.
    public static var available: WorkerProtection {
        let version = csandbox_landlock_version()
        return WorkerProtection(
            landlockVersion: version > 0 ? Int(version) : nil,
            systemCallFilter: csandbox_prctl(Int32(CSANDBOX_GET_SECCOMP), 0) >= 0)
    }

    /// Both layers in words.
    public var description: String {
        let calls = systemCallFilter ? "system calls are filtered" : "system calls are not filtered"
        return calls
            + (landlockVersion.map { ", files are guarded by Landlock \($0)" } ?? ", no Landlock: files may be read")
    }
}
