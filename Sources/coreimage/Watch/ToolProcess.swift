import Foundation
import Synchronization

/// Runs this command once more, in a process of its own. Thread-safe.
final class ToolProcess: Sendable {
    private struct State: Sendable {
        var running: pid_t?
        var hasHung = false
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Seconds that a filter may take: one that hangs must not stop the watching.
    private static let deadline = 30

    /// Runs the command; `environment` is added to this process's.
    ///
    /// - Throws: `Refusal` with what it printed, or how it died.
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
        let guarding = DispatchWorkItem { [self] in endHanging(identifier) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.deadline), execute: guarding)
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guarding.cancel()
        let hasHung = state.withLock { state in
            state.running = nil
            return state.hasHung
        }
        if hasHung { throw Refusal("the filter took longer than \(Self.deadline) seconds, and was stopped") }
        if process.terminationReason == .uncaughtSignal {
            throw Refusal("the filter crashed, with signal \(process.terminationStatus)")
        }
        guard process.terminationStatus == 0 else { throw Refusal(Self.words(String(decoding: text, as: UTF8.self))) }
    }

    /// Ends what runs, and starts nothing any more.
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

    /// What the command printed without its own name, which is printed again.
    private static func words(_ text: String) -> String {
        let trimmed = text.trimmingCharacters(in: .newlines)
        return trimmed.hasPrefix("coreimage: ") ? String(trimmed.dropFirst("coreimage: ".count)) : trimmed
    }
}
