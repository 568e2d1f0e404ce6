import Foundation
import Synchronization

/// Runs compilers, one at a time, and can end the running one. Thread-safe.
public final class CompilerRun: Sendable {
    /// The result of a run: the exit status, and the combined output of the program.
    struct Outcome {
        let code: Int32
        let text: String
    }

    private struct State: Sendable {
        var running: pid_t?
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Creates an object without a running compiler.
    public init() {}

    /// Runs a program until it ends.
    func run(_ program: CompilerProgram, _ arguments: [String], in folder: URL? = nil) throws(AuthoringError) -> Outcome
    {
        let process = Process()
        process.executableURL = program.file
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        let started = state.withLock { state -> Result<Bool, any Error> in
            if state.isEnded { return .success(false) }
            return Result {
                try process.run()
                state.running = process.processIdentifier
                return true
            }
        }
        switch started {
        case .failure(let error):
            throw .file(FileFailure(program.file.path, "started", reason: error.localizedDescription))
        case .success(false): return Outcome(code: SIGTERM, text: "")
        case .success(true): break
        }
        let text = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        state.withLock { $0.running = nil }
        return Outcome(code: process.terminationStatus, text: String(decoding: text ?? Data(), as: UTF8.self))
    }

    /// Whether `end` was called.
    public var hasEnded: Bool { state.withLock { $0.isEnded } }

    /// Ends the running program, and prevents further runs.
    public func end() {
        state.withLock { state in
            state.isEnded = true
            if let running = state.running { kill(running, SIGTERM) }
        }
    }
}
