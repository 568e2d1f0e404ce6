import Foundation
import Glibc

/// Whether workers run on a kernel without Landlock (before Linux 5.13, or disabled). Without it they can't write
/// anywhere, and can read what their user can read.
package enum LandlockUse: String, Hashable, Sendable, Codable, CaseIterable {
    /// Workers don't start without it.
    case require
    /// Workers use it if the kernel has it, and start without it otherwise.
    case prefer
    /// Workers don't use it.
    case off

    /// The environment variable that selects a case, by its raw value, for all workers of a program.
    package static let environmentVariable = "COREIMAGE_LANDLOCK"

    /// The case that the environment variable names; any other word in it counts as ``require``. Without the variable
    /// it is ``require`` for services and ``prefer`` for other programs.
    package static var standard: LandlockUse {
        standard(
            environment: ProcessInfo.processInfo.environment,
            hasTerminal: (0...2).contains { isatty($0) == 1 })
    }

    /// Returns the case for an environment. A program counts as a service if it was started by systemd or Kubernetes
    /// and has no terminal. The terminal is checked because programs started in one inherit systemd's variables from
    /// it.
    static func standard(environment: [String: String], hasTerminal: Bool) -> LandlockUse {
        if let text = environment[environmentVariable], !text.isEmpty {
            return LandlockUse(rawValue: text.lowercased()) ?? .require
        }
        let marks = ["INVOCATION_ID", "NOTIFY_SOCKET", "KUBERNETES_SERVICE_HOST"]
        return !hasTerminal && marks.contains { environment[$0] != nil } ? .require : .prefer
    }
}
