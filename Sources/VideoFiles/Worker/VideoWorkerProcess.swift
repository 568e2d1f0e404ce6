import CSandbox
import ChildProcesses
import Foundation
import Glibc
import Sandboxing
import Synchronization
import UntrustedInput
import VideoExchange

/// A running `coreimage-video-worker`, which works on one file. Its messages aren't trusted: each is checked, and
/// waiting for one is limited in time.
///
/// Thread-safe. Only one thread may receive at a time. The process ends when the last reference is released.
final class VideoWorkerProcess: Sendable {
    /// Time to wait for the end of a worker that has closed its channel.
    private static let exitTimeout = Duration.milliseconds(500)
    /// Time between two looks at the processor time of a worker.
    private static let lookInterval = Duration.milliseconds(500)
    private static let messageLimit = 80 << 20

    /// The file's name as in messages.
    let file: String
    let limits: VideoLimits
    /// The time limit for a result; nil for a pipe, at whose other end a program may pause for any time.
    let timeLimit: Duration?
    /// Whether the file is written.
    private let isWriting: Bool
    /// Ends the process with the last reference.
    private let started: StartedVideoWorker
    private let isCancelled = Atomic(false)

    /// Gives a worker its task, and waits until it is sandboxed.
    ///
    /// - Parameters:
    ///   - descriptor: The file that it works on. The worker gets a copy of the descriptor.
    ///   - program: The program; nil for the usual one.
    ///   - started: A worker that waits for a task; nil to start one.
    init(
        _ work: WorkerTask.Work, on descriptor: FileDescriptor, named file: String, _ limits: VideoLimits,
        program: URL? = nil, started: StartedVideoWorker? = nil
    ) throws(VideoFileError) {
        (self.file, self.limits) = (file, limits)
        isWriting = if case .write = work { true } else { false }
        var information = stat()
        let isFile =
            withExtendedLifetime(descriptor) { fstat(descriptor.number, &information) } == 0
            && information.st_mode & S_IFMT == S_IFREG
        timeLimit = isFile ? limits.time : nil
        if let started { self.started = started } else { self.started = try Self.startProgram(program, for: file) }
        try enterSandbox(work, descriptor)
    }

    /// Gives a worker its task: the one that waits, unless it has ended or fails to begin, otherwise a further one.
    static func beginWork(
        _ work: WorkerTask.Work, on descriptor: FileDescriptor, named file: String, _ limits: VideoLimits,
        program: URL?, waiting: StartedVideoWorker?
    ) throws(VideoFileError) -> VideoWorkerProcess {
        if let waiting,
            let process = try? VideoWorkerProcess(work, on: descriptor, named: file, limits, started: waiting)
        {
            return process
        }
        return try VideoWorkerProcess(work, on: descriptor, named: file, limits, program: program)
    }

    /// Starts a worker, which waits for a task.
    ///
    /// - Parameter program: The program; nil for the usual one.
    private static func startProgram(_ program: URL?, for file: String) throws(VideoFileError) -> StartedVideoWorker {
        let executable: URL
        if let program { executable = program } else { executable = try VideoWorkerExecutable.find(for: file) }
        do {
            return try StartedVideoWorker(executable: executable)
        } catch let error as SharedMemoryError {
            throw VideoFileError(
                .cannotStart, file: file, cause: "the program for video files can't be started: \(error.reason)",
                remedy: SystemErrorRemedy.text(sharing: error.bytes))
        } catch {
            throw VideoFileError(
                .cannotStart, file: file, cause: "the program for video files can't be started (\(error))",
                remedy: "Free memory, processes or open files if those are short.")
        }
    }

    private var channel: MessageChannel { started.channel }
    private var process: ProcessHandle { started.process }
    private var page: StatusPage { started.page }
    private var errorOutput: ProcessErrorOutput { started.errorOutput }

    private func enterSandbox(
        _ work: WorkerTask.Work, _ descriptor: FileDescriptor
    ) throws(VideoFileError) {
        var sandbox = SandboxOrders(
            addressSpace: limits.memory + limits.frameMemory, openFiles: 64, fileSize: isWriting ? .max : 0,
            landlock: .standard)
        sandbox.readsSystemFiles = false
        let task = WorkerTask(sandbox: sandbox, limits: limits, work: work)
        try withExtendedLifetime(descriptor) { () throws(VideoFileError) in
            try send(.orders, json: task, files: [descriptor.number], limit: limits.startTime)
        }
        let answer = try receive(limit: limits.startTime)
        switch answer.header.kind {
        case .ready: return
        case .refusal:
            throw VideoFileError(
                .unprotected, file: file,
                cause: "the program for video files can't enter its sandbox: "
                    + String(decoding: answer.body, as: UTF8.self),
                remedy: "Use a kernel that has what is missing, outside of a container that forbids it.")
        default: throw malformed("its first message is another one than expected")
        }
    }

    /// Ends the process. Waiting calls throw an error of the kind `cancelled`.
    func cancel() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        process.kill()
    }

    /// Ends the process, and waits until it doesn't write any more.
    func cancel(waiting time: Duration) {
        cancel()
        _ = process.end(within: time)
    }

    /// The process number, for tests.
    var identifier: Int32 { process.identifier }

    /// Sends a message.
    ///
    /// - Parameter limit: The time limit; nil for ``timeLimit``.
    func send(
        _ kind: MessageKind, generation: UInt32 = 0, _ body: [UInt8] = [], files: [Int32] = [], limit: Duration? = nil
    ) throws(VideoFileError) {
        do throws(MessageProblem) {
            try channel.send(kind, generation: generation, body, files: files, waiting: wait(limit ?? timeLimit))
        } catch {
            // A worker that has met a problem sends it and doesn't read any more.
            throw failure(after: error)
        }
    }

    /// Sends a value as JSON.
    func send(
        _ kind: MessageKind, generation: UInt32 = 0, json value: some Encodable, files: [Int32] = [],
        limit: Duration? = nil
    ) throws(VideoFileError) {
        let body: Data
        do { body = try JSONEncoder().encode(value) } catch {
            throw VideoFileError(.invalidRequest, file: file, cause: "the request can't be sent (\(error))")
        }
        try send(kind, generation: generation, [UInt8](body), files: files, limit: limit)
    }

    /// Sends a message of a few bytes, and doesn't wait: a worker that doesn't read is ended.
    func sendAtOnce(_ kind: MessageKind, _ body: [UInt8]) {
        let sent: Void? = try? channel.send(kind, generation: 0, body) { _, _ throws(MessageProblem) in throw .expired }
        if sent == nil { process.kill() }
    }

    /// Waits for a message. A worker's problem is thrown.
    ///
    /// - Parameter limit: The time limit; nil for none, besides that for processor time.
    func receive(limit: Duration?) throws(VideoFileError) -> Message {
        let message: Message
        do throws(MessageProblem) {
            message = try channel.receive(limit: Self.messageLimit, waiting: wait(limit))
        } catch {
            throw failure(after: error)
        }
        guard message.header.kind == .problem else { return message }
        let problem = try value(WorkerProblem.self, of: message)
        process.kill()
        throw VideoFileError(problem, file: file)
    }

    /// Whether a message is there.
    var hasMessage: Bool { channel.hasMessage }

    /// Reads a message's body as JSON.
    func value<Value: Decodable>(_ type: Value.Type, of message: Message) throws(VideoFileError) -> Value {
        let limits = TextLimits(bytes: 16 << 20, depth: 32, values: 250_000)
        guard let value = try? CheckedJSON.decode(type, from: Data(message.body), limits: limits) else {
            throw malformed("a message has the wrong contents")
        }
        return value
    }

    /// Ends the worker because of a message, and returns the error.
    func malformed(_ reason: String) -> VideoFileError {
        process.kill()
        return VideoFileError(
            .crashed, file: file, cause: "the program for video files sent an invalid message (\(reason))",
            remedy: "Install coreimage-video-worker of the same version as the program that uses it; if it is, the "
                + "file may be hostile.")
    }

    /// Returns a function that waits for the socket, within limits of time and processor time.
    private func wait(_ limit: Duration?) -> MessageChannel.Wait {
        let start = ContinuousClock.now
        let startTime = csandbox_processor_time(process.identifier)
        return { [self] socket, events throws(MessageProblem) in
            while true {
                let output = errorOutput.pollRequest
                let ready = Polling.wait(
                    [(socket, events)] + (output.map { [$0] } ?? []), until: .now + Self.lookInterval)
                if ready.contains(1) { errorOutput.drain() }
                if ready.contains(0) { return }
                if let limit, ContinuousClock.now - start > limit { throw .expired }
                let used = csandbox_processor_time(process.identifier) - startTime
                if used > limits.processorTime.components.seconds * 1_000_000_000 { throw .expired }
            }
        }
    }

    /// Ends the worker after a failure of the channel, and returns the error.
    private func failure(after problem: MessageProblem) -> VideoFileError {
        if case .malformed(let reason) = problem, !isCancelled.load(ordering: .sequentiallyConsistent) {
            return malformed(reason)
        }
        let ending = problem == .closed ? process.end(within: Self.exitTimeout) : nil
        process.kill()
        if isCancelled.load(ordering: .sequentiallyConsistent) {
            return VideoFileError(.cancelled, file: file, cause: "the work was cancelled")
        }
        guard problem == .closed else {
            return VideoFileError(
                .stalled, file: file, cause: "the program for video files took too long without a result and was ended",
                remedy: "If the file is trusted and large, raise the times in VideoLimits.")
        }
        return crash(ending)
    }

    private func crash(_ ending: ProcessEnding?) -> VideoFileError {
        let actions = page.newActions(of: 0)
        var cause = "the program for video files "
        switch ending {
        case .signalled(let signal):
            let name = csandbox_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
            cause += "crashed (\(name))"
        case .exited(let code): cause += "ended itself (exit code \(code))"
        case .unknown, nil: cause += "closed its connection"
        }
        if !actions.isEmpty {
            cause +=
                " after it tried to \(actions.prefix(3).map(\.description).joined(separator: ", ")), which its sandbox forbids"
        }
        let output = errorOutput.text
        if !output.isEmpty { cause += "; the end of its standard error was “\(output)”" }
        return VideoFileError(
            .crashed, file: file, cause: cause,
            remedy: isWriting
                ? "Allow more memory and processor time if they are limited (ulimit -a shows it), or choose another codec."
                : "The file is probably damaged or hostile, or a limit is too low (ulimit -a shows it); otherwise report "
                    + "it to the authors of FFmpeg.")
    }
}
