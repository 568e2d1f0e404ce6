import ChildProcesses
import CommandOutput
import CoreImage
import Foundation
import Glibc
import Sandboxing

/// The process that does jobs for a worker, one at a time, in a sandbox. It reads no files but those of the system, its
/// image units and its recipes, and writes none: pictures and results are in descriptors that it gets.
package enum IsolatedProcess {
    /// The only argument of the program that starts such a process.
    package static let argument = "isolated-picture-process"

    /// The descriptors that it starts with, besides the three standard ones.
    enum Descriptors {
        static let status: Int32 = 3
        static let channel: Int32 = 4
    }

    private typealias Stream = MessageStream<HostMessage, IsolatedMessage>

    /// Works for the worker that started this process, and ends with it. It must be called first thing in the program,
    /// before a second thread exists.
    package static func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        var information = stat()
        guard fstat(Descriptors.channel, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else {
            StandardError.print("This program is started by coreimage worker.")
            exit(EX_USAGE)
        }
        let stream = Stream(.init(Descriptors.channel))
        do {
            guard case .setup(let orders, let settings, let units) = try stream.receive().message else {
                exit(EX_USAGE)
            }
            PeakMemory.prepare()
            try enter(orders, stream)
            for folder in units {
                let url = URL(fileURLWithPath: folder, isDirectory: true)
                LoadedUnits.shared.add(CIPlugIn.reports(scanning: url, allowExecutableCode: false))
            }
            let runner = try JobRunner(settings)
            while true { try answerJob(stream, runner) }
        } catch {
            // The worker is gone, or sent something else than a message.
            exit(EX_IOERR)
        }
    }

    private static func enter(_ orders: SandboxOrders, _ stream: Stream) throws {
        do {
            let answer = try Sandbox.enforce(orders, statusPage: Descriptors.status, threadStacks: 0)
            try stream.send(.ready(answer.protection))
        } catch {
            try stream.send(.unprotected("\(error)"))
            _exit(EX_OSERR)
        }
    }

    private static func answerJob(_ stream: Stream, _ runner: JobRunner) throws {
        let (message, files) = try stream.receive()
        guard case .job(let request, let seconds) = message else { throw Stream.Broken() }
        PeakMemory.restart()
        do throws(JobFailure) {
            let outcome = try runner.run(JobInput(request, files: files, seconds: seconds)) {
                bytes throws(JobFailure) in
                try admit(bytes, stream)
                return nil
            }
            try hand(outcome.bytes ?? Data(), stream)
            try? stream.send(.finished(outcome.result, peak: PeakMemory.bytes))
        } catch {
            try stream.send(.failed(error, peak: PeakMemory.bytes))
        }
    }

    private static func admit(_ bytes: Int, _ stream: Stream) throws(JobFailure) {
        switch ask(.admission(bytes), stream).message {
        case .admitted: return
        case .refused(let failure): throw failure
        default: exit(EX_PROTOCOL)
        }
    }

    /// Copies a result into memory that the worker provides.
    private static func hand(_ bytes: Data, _ stream: Stream) throws(JobFailure) {
        let (message, files) = ask(.result(bytes.count), stream)
        if case .refused(let failure) = message { throw failure }
        guard case .room = message, let file = files.first, let memory = try? SharedMemory(received: file),
            memory.isWritable, memory.byteCount >= bytes.count
        else { exit(EX_PROTOCOL) }
        memory.withUnsafeMutableBytes { _ = bytes.copyBytes(to: $0) }
    }

    /// Sends a message and waits for the reply. Without one, the process ends.
    private static func ask(_ message: IsolatedMessage, _ stream: Stream) -> (
        message: HostMessage, files: [FileDescriptor]
    ) {
        guard (try? stream.send(message)) != nil, let reply = try? stream.receive() else { exit(EX_IOERR) }
        return reply
    }
}
