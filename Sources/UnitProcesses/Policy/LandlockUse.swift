import Foundation
import Glibc

/// Whether workers run where the kernel has no Landlock (before Linux 5.13, or switched off). Without it they can write nowhere, and may
/// read what their user may read.
public enum LandlockUse: String, Hashable, Sendable, Codable, CaseIterable {
    /// Workers don't start without it.
    case require
    /// Workers use it where it is, and start without it elsewhere.
    case prefer
    /// Workers don't use it.
    case off

    /// The environment variable that says it for all workers of a program.
    public static let environmentVariable = "COREIMAGE_LANDLOCK"

    /// What the environment says, where a word that is none of these counts as ``require``; otherwise ``require`` for programs that run as services, and ``prefer`` for all others.
    public static var standard: LandlockUse {
        standard(
            environment: ProcessInfo.processInfo.environment,
            hasTerminal: (0...2).contains { isatty($0) == 1 })
    }

    /// A program is taken for a service where systemd or Kubernetes has started it and nobody sits before it. Programs that are started in a
    /// terminal inherit systemd's variables from the terminal.
    static func standard(environment: [String: String], hasTerminal: Bool) -> LandlockUse {
        if let text = environment[environmentVariable], !text.isEmpty {
            return LandlockUse(rawValue: text.lowercased()) ?? .require
        }
        let marks = ["INVOCATION_ID", "NOTIFY_SOCKET", "KUBERNETES_SERVICE_HOST"]
        return !hasTerminal && marks.contains { environment[$0] != nil } ? .require : .prefer
    }
}
