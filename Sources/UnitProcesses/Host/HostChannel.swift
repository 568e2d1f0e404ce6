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
    private let lastWords: LastWords
    /// Most replies come with their head in one piece.
    private static let firstPiece = 4096

    var number: Int32 { socket.number }

    /// - Parameter lastWords: What the worker writes elsewhere while it is waited for.
    init(_ socket: FileDescriptor, _ lastWords: LastWords) {
        self.socket = socket
        self.lastWords = lastWords
    }

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
                try wait(POLLOUT, deadline)
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    private func receive(_ limit: Int, _ deadline: ContinuousClock.Instant) throws(ChannelProblem) -> (Frame, [UInt8]) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.firstPiece, alignment: 8)
        defer { buffer.deallocate() }
        var received = 0
        while received < Frame.byteCount {
            received += try receive(UnsafeMutableRawBufferPointer(rebasing: buffer[received...]), deadline)
        }
        guard let frame = Frame(UnsafeRawBufferPointer(buffer)) else { throw .garbage("it doesn't start like a reply") }
        guard frame.length <= UInt64(limit) else { throw .tooLarge(frame.length) }
        let length = Int(frame.length)
        guard received <= Frame.byteCount + length else { throw .garbage("more follows than it says") }
        var problem: ChannelProblem?
        // Memory that nothing is written to costs nothing, so a reply that says it is long can't swell the host.
        let body = [UInt8](unsafeUninitializedCapacity: length) { body, count in
            let body = UnsafeMutableRawBufferPointer(body)
            let early = UnsafeRawBufferPointer(rebasing: buffer[Frame.byteCount..<received])
            if !early.isEmpty { body.copyMemory(from: early) }
            count = early.count
            do throws(ChannelProblem) {
                while count < length {
                    count += try receive(UnsafeMutableRawBufferPointer(rebasing: body[count..<length]), deadline)
                }
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        return (frame, body)
    }

    /// Reads what is there, as soon as there is something.
    ///
    /// - Returns: How many bytes, at least 1.
    private func receive(
        _ buffer: UnsafeMutableRawBufferPointer, _ deadline: ContinuousClock.Instant
    ) throws(ChannelProblem) -> Int {
        while true {
            try wait(POLLIN, deadline)
            let received = recv(number, buffer.baseAddress!, buffer.count, Int32(MSG_DONTWAIT))
            if received > 0 { return received }
            if received == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) { throw .closed }
        }
    }

    private func wait(_ events: Int32, _ deadline: ContinuousClock.Instant) throws(ChannelProblem) {
        while true {
            let words = lastWords.awaited
            let ready = Polling.wait([(number, events)] + (words.map { [$0] } ?? []), until: deadline)
            if ready.contains(1) { lastWords.drain() }
            if ready.contains(0) { return }
            // A worker that never stops talking doesn't put the deadline off.
            if ready.isEmpty || deadline <= .now { throw .expired }
        }
    }
}
