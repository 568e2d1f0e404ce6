import ChildProcesses
import Foundation
import Glibc
import Sandboxing
import UntrustedInput

/// The first steps of a worker: it receives its task and enters its sandbox.
package enum WorkerEntry {
    /// The largest first message, in bytes.
    package static let taskLimit = 64 << 20

    /// Sandboxes this process as its client orders. It must be called first thing in the program, before a second
    /// thread exists. A process that wasn't started by a client, or can't be sandboxed, ends.
    ///
    /// - Returns: The channel to the client, the task, and the file to read or write.
    package static func enter() -> (channel: MessageChannel, task: WorkerTask, file: FileDescriptor) {
        let socket = FileDescriptor(WorkerTask.Descriptors.channel)
        let channel = MessageChannel(socket, acceptsFiles: true)
        guard let message = try? channel.receive(limit: taskLimit, waiting: waitForever),
            message.header.kind == .orders, message.files.count == 1,
            let task = try? CheckedJSON.decode(
                WorkerTask.self, from: Data(message.body), limits: .init(bytes: taskLimit, depth: 32, values: 250_000))
        else {
            let text =
                "This program is started by programs that read or write video files, and does nothing by itself.\n"
            FileHandle.standardError.write(Data(text.utf8))
            exit(EX_USAGE)
        }
        do {
            let answer = try Sandbox.enforce(
                task.sandbox, statusPage: WorkerTask.Descriptors.status, threadStacks: 0)
            try channel.send(.ready, generation: 0, [UInt8](JSONEncoder().encode(answer)), waiting: waitForever)
        } catch {
            try? channel.send(.refusal, generation: 0, [UInt8]("\(error)".utf8), waiting: waitForever)
            _exit(EX_OSERR)
        }
        return (channel, task, message.files[0])
    }

    /// Waits without a limit, because the client enforces the time limits.
    package static func waitForever(_ socket: Int32, _ events: Int32) throws(MessageProblem) {
        var request = pollfd(fd: socket, events: Int16(events), revents: 0)
        while poll(&request, 1, -1) < 0 {
            guard errno == EINTR else { throw .closed }
        }
    }
}
