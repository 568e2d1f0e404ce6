import ChildProcesses
import Glibc

/// Runs compilers, one at a time, and can end the running one. Thread-safe.
package final class CompilerRun: Sendable {
    /// The result of a run: the exit status or the signal, and the combined output of the program.
    struct Outcome {
        let code: Int32
        let text: String
    }

    private let programs = ProgramRun()

    /// Creates an object without a running compiler.
    package init() {}

    /// Runs a program until it ends.
    func run(_ program: CompilerProgram, _ arguments: [String]) throws(AuthoringError) -> Outcome {
        let outcome: ProgramRun.Outcome?
        do throws(ProcessStartError) {
            outcome = try programs.run(program.file.path, arguments, collecting: .all)
        } catch {
            throw .file(FileFailure(program.file.path, "started", reason: error.description))
        }
        guard let outcome else { return Outcome(code: SIGTERM, text: "") }
        let code: Int32 =
            switch outcome.ending {
            case .exited(let code), .signalled(let code): code
            case .unknown: 0
            }
        return Outcome(code: code, text: outcome.output)
    }

    /// Whether `end` was called.
    package var hasEnded: Bool { programs.hasEnded }

    /// Ends the running program, and prevents further runs.
    package func end() { programs.end(by: SIGTERM) }
}
