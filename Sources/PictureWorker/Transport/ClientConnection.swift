import ChildProcesses
import Glibc
import Synchronization

/// A client, with its jobs that aren't finished. Thread-safe.
final class ClientConnection: Sendable {
    private struct State {
        var unfinished: Set<String> = []
        var isGone = false
    }

    private let channel: any ClientChannel
    private let state = Mutex(State())
    private let sending = Mutex(())
    /// Called once, when a line couldn't be sent.
    private let onLoss: @Sendable () -> Void

    init(_ channel: any ClientChannel, onLoss: @escaping @Sendable () -> Void = {}) {
        (self.channel, self.onLoss) = (channel, onLoss)
    }

    /// Notes a job.
    ///
    /// - Returns: False if there is an unfinished one with this identifier.
    func begin(_ id: String) -> Bool { state.withLock { $0.unfinished.insert(id).inserted } }

    /// Answers a job that was noted. The identifier may be used again when the client has the answer.
    func finish(_ id: String, _ answer: WorkerAnswer, files: [FileDescriptor] = []) {
        state.withLock { _ = $0.unfinished.remove(id) }
        send(answer, files: files)
    }

    /// Sends an answer, unless the client doesn't read any more.
    func send(_ answer: WorkerAnswer, files: [FileDescriptor] = []) {
        let line = [UInt8](answer.line)
        let isLost = sending.withLock { _ -> Bool in
            guard !state.withLock({ $0.isGone }), !channel.send(line, files: files) else { return false }
            state.withLock { $0.isGone = true }
            return true
        }
        if isLost { onLoss() }
    }

    /// Reads lines until the client sends no more, has gone, or `stop` is readable.
    func read(limit: Int, until stop: Int32, _ body: (LineAssembler.Event) -> Void) {
        var lines = LineAssembler(limit: limit)
        while !state.withLock({ $0.isGone }) {
            let ready = Polling.wait([(channel.readable, POLLIN), (stop, POLLIN)], until: .now + .seconds(3600))
            if ready.contains(1) { return }
            guard ready.contains(0), let (bytes, files) = channel.read() else { continue }
            guard !bytes.isEmpty else { break }
            lines.add(bytes, files: files).forEach(body)
        }
        lines.finish().forEach(body)
    }
}
