import Dispatch
import Foundation
import Synchronization

/// Runs programs, one at a time, and can end the running one. Thread-safe.
package final class ProgramRun: Sendable {
    /// The streams of a program that are collected. The others are discarded.
    package enum CollectedOutput: Sendable {
        /// Standard error.
        case errors
        /// Standard output and standard error, in the order in which they were written.
        case all
    }

    /// The result of a run.
    package struct Outcome: Sendable, Hashable {
        /// The way in which the program ended.
        package let ending: ProcessEnding
        /// Whether the program was killed at its time limit.
        package let hasTimedOut: Bool
        /// The collected output.
        package let output: String
    }

    private struct State: Sendable {
        var running: WaitedProcess?
        var hasTimedOut = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Creates an object without a running program.
    package init() {}

    /// Runs a program until it ends and has closed its output.
    ///
    /// - Parameters:
    ///   - environment: The variables of the program.
    ///   - seconds: The time after which the program is killed; nil for no limit.
    /// - Returns: Nil if ``end(by:)`` was called before.
    package func run(
        _ path: String, _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment, collecting output: CollectedOutput,
        timeLimit seconds: Int? = nil
    ) throws(ProcessStartError) -> Outcome? {
        guard
            let (process, reading) = try start(
                path, arguments, environment.map { "\($0.key)=\($0.value)" }, collecting: output)
        else { return nil }
        let timeout = DispatchWorkItem { [self] in
            state.withLock { state in
                guard state.running === process else { return }
                state.hasTimedOut = true
                process.send(SIGKILL)
            }
        }
        if let seconds { DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: timeout) }
        let text = Self.text(from: reading)
        let ending = process.waitForEnd()
        timeout.cancel()
        let hasTimedOut = state.withLock { state in
            state.running = nil
            return state.hasTimedOut
        }
        return Outcome(ending: ending, hasTimedOut: hasTimedOut, output: text)
    }

    /// Whether ``end(by:)`` was called.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Sends a signal to the running program, and prevents further runs.
    package func end(by signal: Int32) {
        state.withLock { state in
            state.hasEnded = true
            state.running?.send(signal)
        }
    }

    /// Starts a program, and returns it with the reading end of its output. Returns nil if ``end(by:)`` was called.
    private func start(
        _ path: String, _ arguments: [String], _ environment: [String], collecting output: CollectedOutput
    ) throws(ProcessStartError) -> (process: WaitedProcess, output: FileDescriptor)? {
        let reading: FileDescriptor
        let files: [FileDescriptor]
        do throws(SystemProblem) {
            let (null, pipe) = (try FileDescriptor.null(), try FileDescriptor.pipe())
            reading = pipe.reading
            files = [null, output == .all ? pipe.writing : null, pipe.writing]
        } catch {
            throw .cannotStart(reason: error.description)
        }
        let started = state.withLock { state -> Result<WaitedProcess?, ProcessStartError> in
            if state.hasEnded { return .success(nil) }
            do throws(ProcessStartError) {
                let process = try WaitedProcess(
                    starting: path, arguments: arguments, environment: environment, files: files)
                (state.running, state.hasTimedOut) = (process, false)
                return .success(process)
            } catch {
                return .failure(error)
            }
        }
        return try started.get().map { ($0, reading) }
    }

    /// Reads a nonblocking file to its end.
    private static func text(from file: FileDescriptor) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = withExtendedLifetime(file) { read(file.number, &buffer, buffer.count) }
            if count > 0 {
                bytes += buffer[..<count]
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
            } else {
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }
}
