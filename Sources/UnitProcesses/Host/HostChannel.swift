import CSandbox
import Glibc

/// What went wrong on a channel.
enum ChannelProblem: Error {
    /// The deadline passed.
    case expired
    /// The other end is closed.
    case closed
    /// What came is no reply to what was asked.
    case garbage(String)
    /// The reply says that it has more bytes than it may have.
    case tooLarge(UInt64)
}

/// The host's end of a channel: one request and its reply at a time, never waiting without a deadline and believing nothing.
final class HostChannel: Sendable {
    private let socket: FileDescriptor
    /// Most replies come with their head in one piece.
    private static let firstPiece = 4096
    private static let piece = 1 << 20

    var number: Int32 { socket.number }

    init(_ socket: FileDescriptor) { self.socket = socket }

    /// Sends a message and waits for the one that answers it.
    func exchange(
        _ kind: Frame.Kind, call: UInt64, _ body: [UInt8], memories: [SharedMemory] = [], replyLimit: Int,
        until deadline: ContinuousClock.Instant
    ) throws(ChannelProblem) -> (Frame.Kind, [UInt8]) {
        let head = Frame(kind, call: call, length: body.count, memories: memories.count)
        try send(head.bytes + body, memories.map(\.descriptor.number), deadline)
        let (frame, reply) = try receive(replyLimit, deadline)
        guard frame.call == call else { throw .garbage("it answers call \(frame.call), and call \(call) was made") }
        guard frame.memories == 0 else { throw .garbage("it comes with memory") }
        return (frame.kind, reply)
    }

    private func send(
        _ message: [UInt8], _ descriptors: [Int32], _ deadline: ContinuousClock.Instant
    ) throws(ChannelProblem) {
        var sent = 0
        while sent < message.count {
            let first = sent == 0
            let count = message.withUnsafeBytes {
                csandbox_send(
                    number, $0.baseAddress! + sent, message.count - sent, descriptors,
                    first ? Int32(descriptors.count) : 0, 0)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                guard !Polling.wait([(number, POLLOUT)], until: deadline).isEmpty else { throw .expired }
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    private func receive(_ limit: Int, _ deadline: ContinuousClock.Instant) throws(ChannelProblem) -> (Frame, [UInt8]) {
        var bytes: [UInt8] = []
        try receive(Self.firstPiece, into: &bytes, deadline)
        while bytes.count < Frame.byteCount { try receive(Self.firstPiece, into: &bytes, deadline) }
        guard let frame = Frame(bytes) else { throw .garbage("it doesn't start like a reply") }
        guard frame.length <= UInt64(limit) else { throw .tooLarge(frame.length) }
        // The buffer grows with what comes, and not with what is said to come.
        let total = Frame.byteCount + Int(frame.length)
        while bytes.count < total { try receive(min(total - bytes.count, Self.piece), into: &bytes, deadline) }
        guard bytes.count == total else { throw .garbage("more follows than it says") }
        bytes.removeFirst(Frame.byteCount)
        return (frame, bytes)
    }

    /// Appends what is there, as soon as there is something.
    private func receive(
        _ count: Int, into bytes: inout [UInt8], _ deadline: ContinuousClock.Instant
    ) throws(ChannelProblem) {
        while true {
            guard !Polling.wait([(number, POLLIN)], until: deadline).isEmpty else { throw .expired }
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: count))
            let received = bytes.withUnsafeMutableBytes { recv(number, $0.baseAddress! + start, count, Int32(MSG_DONTWAIT)) }
            let code = errno
            bytes.removeLast(count - max(received, 0))
            if received > 0 { return }
            if received == 0 || (code != EAGAIN && code != EWOULDBLOCK && code != EINTR) { throw .closed }
        }
    }
}
