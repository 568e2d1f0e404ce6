import Foundation
import Glibc
import KernelLanguage
import UntrustedInput

/// A process that runs a unit's code. It is killed if it sends no result for too long.
struct UnitProcess {
    let program: URL
    let arguments: [String]
    let order: ValidationChild.Order

    /// The way in which the process ended.
    enum Ending {
        case exited(Int32, words: String)
        case signal(Int32, words: String)
        case silent(seconds: Double)

        /// Returns a description, with the last action.
        func text(note: String?) -> String {
            let how: String
            switch self {
            case .exited(let code, let words): how = "the process ended with exit code \(code)" + Self.quoted(words)
            case .signal(let number, let words):
                how =
                    "the process was ended by signal \(number), \(String(cString: strsignal(number)))"
                    + Self.quoted(words)
            case .silent(let seconds): how = "nothing came back for \(Int(seconds.rounded(.up))) seconds"
            }
            return note.map { "\(how); it was \(printable($0, limit: 600))" } ?? how
        }

        private static func quoted(_ words: String) -> String { words.isEmpty ? "" : ": \(words)" }
    }

    /// Runs the process to its end.
    ///
    /// - Parameter silence: The time without a finished check, in seconds, after which the process is killed.
    func run(silence: Double, hear: (ValidationMessage) -> Void) throws -> Ending {
        let (output, errors) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = program
        process.arguments = arguments + [String(decoding: try JSONEncoder().encode(order), as: UTF8.self)]
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        // A backtrace by Swift's runtime would take seconds and fill pages. The signal and the last line suffice.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do { try process.run() } catch {
            throw IsolationError.notStarted(program.path, reason: "\(error.localizedDescription)")
        }
        var lines = LineReader(output.fileHandleForReading.fileDescriptor)
        var words = LineReader(errors.fileHandleForReading.fileDescriptor)
        var deadline = ContinuousClock.now + .seconds(silence)
        while !lines.isAtEnd {
            guard ContinuousClock.now < deadline else {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                return .silent(seconds: silence)
            }
            LineReader.wait([lines, words], milliseconds: 200)
            for line in lines.read() {
                guard let message = try? CheckedJSON.decode(ValidationMessage.self, from: line) else { continue }
                if case .finished = message { deadline = .now + .seconds(silence) }
                hear(message)
            }
            _ = words.read()
            // A child process of the unit may hold the pipe open.
            if !process.isRunning, !lines.hasMore { break }
        }
        // The process can close its output without exiting.
        while process.isRunning, ContinuousClock.now < deadline { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        _ = words.read()
        let status = process.terminationStatus
        return process.terminationReason == .uncaughtSignal
            ? .signal(status, words: words.lastWords) : .exited(status, words: words.lastWords)
    }
}
