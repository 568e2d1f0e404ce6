import CommandOutput
import Foundation
import Synchronization

/// Runs this command in a child process. Thread-safe.
final class ToolProcess: Sendable {
    private struct State: Sendable {
        var running: pid_t?
        var hasHung = false
        var isEnded = false
    }

    private let state = Mutex(State())

    /// The time limit of a filter in seconds. A filter that hangs must not block watching.
    private static let deadline = 30

    /// Runs the command. `environment` is added to this process's environment.
    ///
    /// - Throws: `Refusal` with its error output, or with the reason for its end.
    func run(_ arguments: [String], environment: [String: String]) throws {
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        let errors = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
        let identifier: pid_t? = try state.withLock { state in
            if state.isEnded { return nil }
            try process.run()
            (state.running, state.hasHung) = (process.processIdentifier, false)
            return process.processIdentifier
        }
        guard let identifier else { return }
        let timeout = DispatchWorkItem { [self] in endHanging(identifier) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.deadline), execute: timeout)
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        timeout.cancel()
        let hasHung = state.withLock { state in
            state.running = nil
            return state.hasHung
        }
        if hasHung { throw Refusal("the filter took longer than \(Self.deadline) seconds, and was stopped") }
        if process.terminationReason == .uncaughtSignal {
            throw Refusal("the filter crashed, with signal \(process.terminationStatus)")
        }
        guard process.terminationStatus == 0 else { throw Refusal(Self.errorText(from: text)) }
    }

    /// Ends the running process, and prevents others from being started.
    func end() {
        state.withLock { state in
            state.isEnded = true
            if let running = state.running { kill(running, SIGKILL) }
        }
    }

    private func endHanging(_ identifier: pid_t) {
        state.withLock { state in
            guard state.running == identifier else { return }
            state.hasHung = true
            kill(identifier, SIGKILL)
        }
    }

    /// Returns the command's error output without its name, which is printed again later.
    private static func errorText(from output: Data) -> String {
        let trimmed = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        return trimmed.hasPrefix("coreimage: ") ? String(trimmed.dropFirst("coreimage: ".count)) : trimmed
    }
}
