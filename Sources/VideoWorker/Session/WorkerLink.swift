import Foundation
import Glibc
import UntrustedInput
import VideoExchange

/// A worker's connection with its client. Thread-safe for sending.
///
/// The process ends when the client closes the connection: nobody is left to work for.
final class WorkerLink: Sendable {
    /// The exit code of a worker whose client is gone or sent an invalid message.
    static let closedCode: Int32 = EX_IOERR

    private static let messageLimit = 80 << 20

    private let channel: MessageChannel

    init(_ channel: MessageChannel) { self.channel = channel }

    /// Sends a message.
    func send(_ kind: MessageKind, generation: UInt32 = 0, _ body: [UInt8] = []) {
        do {
            try channel.send(kind, generation: generation, body, waiting: WorkerEntry.waitForever)
        } catch {
            _exit(Self.closedCode)
        }
    }

    /// Sends a value as JSON.
    func send(_ kind: MessageKind, generation: UInt32 = 0, json value: some Encodable) {
        do {
            send(kind, generation: generation, [UInt8](try JSONEncoder().encode(value)))
        } catch {
            // The values have only strings, whole numbers and finite times.
            _exit(EX_SOFTWARE)
        }
    }

    /// Whether a message is there.
    var hasMessage: Bool { channel.hasMessage }

    /// Waits for a message.
    func receive() -> Message {
        do {
            return try channel.receive(limit: Self.messageLimit, waiting: WorkerEntry.waitForever)
        } catch {
            _exit(Self.closedCode)
        }
    }

    /// Reads a message's body as JSON.
    func value<Value: Decodable>(_ type: Value.Type, of message: Message) -> Value {
        do {
            return try CheckedJSON.decode(type, from: Data(message.body))
        } catch {
            _exit(Self.closedCode)
        }
    }
}
