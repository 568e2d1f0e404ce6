import ChildProcesses
import Foundation
import UntrustedInput

/// One end of the socket between a worker and a process that does its jobs: JSON on lines, with descriptors. For use by
/// one thread at a time.
final class MessageStream<Incoming: Decodable & Sendable, Outgoing: Encodable & Sendable> {
    /// The longest message, in bytes: that of a job with a recipe.
    static var limit: Int { 16 << 20 }

    struct Broken: Error {}

    let channel: SocketChannel
    private var lines = LineAssembler(limit: limit)
    private var received: [(bytes: [UInt8], files: [FileDescriptor])] = []

    init(_ socket: FileDescriptor) { channel = SocketChannel(socket: socket) }

    /// Sends a message.
    ///
    /// - Throws: `Broken` if the other end is closed.
    func send(_ message: Outgoing, files: [FileDescriptor] = []) throws {
        guard channel.send([UInt8](try JSONEncoder().encode(message)), files: files) else { throw Broken() }
    }

    /// Returns the next message.
    ///
    /// - Parameter wait: Waits until the socket is readable. It may throw to stop waiting.
    /// - Throws: `Broken` if the other end is closed, or what it sent is no message; the errors of `wait`.
    func receive(waiting wait: (Int32) throws -> Void = { _ in }) throws -> (message: Incoming, files: [FileDescriptor])
    {
        while received.isEmpty {
            try wait(channel.readable)
            guard let (bytes, files) = channel.read() else { continue }
            guard !bytes.isEmpty else { throw Broken() }
            for event in lines.add(bytes, files: files) {
                guard case .line(let line, let files) = event else { throw Broken() }
                received.append((line, files))
            }
        }
        let (line, files) = received.removeFirst()
        let limits = TextLimits(bytes: Self.limit, depth: 80, values: 500_000)
        guard let message = try? CheckedJSON.decode(Incoming.self, from: Data(line), limits: limits) else {
            throw Broken()
        }
        return (message, files)
    }
}
