import CSandbox
import Glibc

/// The kernel features that confine a worker's code.
package struct WorkerProtection: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The version of Landlock that controls access to files, or nil if it isn't in force. Without it a worker can't
    /// write anywhere, and can read what its user can read.
    package let landlockVersion: Int?
    /// Whether system calls are filtered. A worker without the filter doesn't start.
    package let systemCallFilter: Bool

    /// The protection that this system offers. No worker is started to find out.
    package static var available: WorkerProtection {
        let version = csandbox_landlock_version()
        return WorkerProtection(
            landlockVersion: version > 0 ? Int(version) : nil,
            systemCallFilter: csandbox_prctl(Int32(CSANDBOX_GET_SECCOMP), 0) >= 0)
    }

    /// Both features as text.
    package var description: String {
        let calls = systemCallFilter ? "system calls are filtered" : "system calls are not filtered"
        return calls
            + (landlockVersion.map { ", files are guarded by Landlock \($0)" } ?? ", no Landlock: files may be read")
    }
}
