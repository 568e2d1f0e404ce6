import ChildProcesses
import Foundation
import Glibc
import UntrustedInput

/// A process that runs a unit's code. It is killed if it sends no result for too long.
struct UnitProcess {
    let program: URL
    let arguments: [String]
    let order: ValidationChild.Order

    /// The way in which the process ended.
    enum Ending {
        /// The process ended by itself. `errorOutput` is the end of its standard error, made printable.
        case ended(ProcessEnding, errorOutput: String)
        /// The process was killed, because it sent no result for this time.
        case silent(seconds: Double)

        /// Returns a description, with the last action.
        func text(note: String?) -> String {
            let how: String
            switch self {
            case .ended(let ending, let errorOutput):
                how = Self.text(ending) + (errorOutput.isEmpty ? "" : ": \(errorOutput)")
            case .silent(let seconds): how = "it sent no result for \(Int(seconds.rounded(.up))) seconds"
            }
            return note.map { "\(how); it was \(printable($0, limit: 600))" } ?? how
        }

        private static func text(_ ending: ProcessEnding) -> String {
            switch ending {
            case .exited(let code): "the process ended with exit code \(code)"
            case .signalled(let number):
                "the process was ended by signal \(number), \(String(cString: strsignal(number)))"
            case .unknown: "the process ended"
            }
        }
    }

    /// Runs the process to its end.
    ///
    /// - Parameters:
    ///   - silence: The time without a finished check, in seconds, after which the process is killed.
    ///   - handle: Called with every message.
    /// - Throws: `IsolationError`.
    func run(silence: Double, handle: (ValidationMessage) -> Void) throws -> Ending {
        let (process, output, errors) = try start()
        var lines = LineReader(output)
        var deadline = ContinuousClock.now + .seconds(silence)
        var ending: ProcessEnding?
        // The process can close its output without exiting, and a child of it can keep the output open after its exit.
        // Therefore the loop ends with the process.
        while ending == nil {
            guard ContinuousClock.now < deadline else {
                process.kill()
                _ = process.end(within: .seconds(1))
                return .silent(seconds: silence)
            }
            var files = [(number: process.descriptor.number, events: POLLIN)]
            files += [lines.pollRequest, errors.pollRequest].compactMap { $0 }
            _ = Polling.wait(files, until: deadline)
            errors.drain()
            // Before the last lines are read, so that none is lost.
            ending = process.end(within: .zero)
            for line in lines.read() {
                guard let message = try? CheckedJSON.decode(ValidationMessage.self, from: line) else { continue }
                if case .finished = message { deadline = .now + .seconds(silence) }
                handle(message)
            }
        }
        return .ended(ending ?? .unknown, errorOutput: errors.text)
    }

    /// Starts the process, and returns the reading ends of its standard output and standard error.
    private func start() throws -> (process: ProcessHandle, output: FileDescriptor, errors: ProcessErrorOutput) {
        let order = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
        // A backtrace by Swift's runtime would take seconds and fill pages. The signal and the last line suffice.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do {
            let output = try FileDescriptor.pipe()
            let errors = try FileDescriptor.pipe()
            let files = [try FileDescriptor.null(), output.writing, errors.writing]
            let process = try withExtendedLifetime(files) {
                try ProcessHandle.start(
                    program.path, arguments: arguments + [order], environment: environment.map { "\($0)=\($1)" },
                    files: files.map(\.number))
            }
            return (process, output.reading, ProcessErrorOutput(errors.reading))
        } catch ProcessStartError.missingExecutable(let path) {
            throw IsolationError.notStarted(path, reason: "the program doesn't exist")
        } catch ProcessStartError.cannotStart(let reason) {
            throw IsolationError.notStarted(program.path, reason: reason)
        } catch {
            throw IsolationError.noPipe("\(error)")
        }
    }
}
