import ChildProcesses
import CommandOutput
import Foundation

/// Runs this command in a child process. Thread-safe.
final class ToolProcess: Sendable {
    private let programs = ProgramRun()

    /// The time limit of a filter in seconds. A filter that hangs must not block watching.
    private static let deadline = 30

    /// Runs the command. `environment` is added to this process's environment.
    ///
    /// - Throws: `Refusal` with its error output, or with the reason for its end.
    func run(_ arguments: [String], environment: [String: String]) throws {
        let outcome = try programs.run(
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
            collecting: .errors, timeLimit: Self.deadline)
        guard let outcome else { return }
        if outcome.hasTimedOut {
            throw Refusal("the filter took longer than \(Self.deadline) seconds, and was stopped")
        }
        switch outcome.ending {
        case .exited(0), .unknown: break
        case .exited: throw Refusal(Self.errorText(from: outcome.output))
        case .signalled(let signal): throw Refusal("the filter crashed, with signal \(signal)")
        }
    }

    /// Ends the running process, and prevents others from being started.
    func end() { programs.end(by: SIGKILL) }

    /// Returns the command's error output without its name, which is printed again later.
    private static func errorText(from output: String) -> String {
        let trimmed = output.trimmingCharacters(in: .newlines)
        return trimmed.hasPrefix("coreimage: ") ? String(trimmed.dropFirst("coreimage: ".count)) : trimmed
    }
}
