import CSandbox
import ChildProcesses
import Glibc
import Sandboxing

/// A failure on a channel.
enum ChannelProblem: Error {
    /// The deadline passed.
    case expired
    /// The other end is closed.
    case closed
    /// The received data is not a reply to the request.
    case malformedReply(String)
    /// The header announces a reply above the size limit. The value is the announced size in bytes.
    case tooLarge(UInt64)
}

/// The host's end of a channel. It handles one request and its reply at a time, always waits with a deadline, and
/// checks everything that it receives.
final class HostChannel: Sendable {
    private let socket: FileDescriptor
    private let errorOutput: ProcessErrorOutput
    /// Most replies fit into this with their header and need a single `recv`.
    private static let firstPiece = 4096

    var number: Int32 { socket.number }

    /// - Parameter errorOutput: The worker's standard error, which is read while this end waits for the worker.
    init(_ socket: FileDescriptor, _ errorOutput: ProcessErrorOutput) {
        self.socket = socket
        self.errorOutput = errorOutput
    }

    /// Sends a message and waits for its reply.
    func exchange(
        _ kind: Frame.Kind, call: UInt64, _ body: [UInt8], memories: [SharedMemory] = [], replyLimit: Int,
        until deadline: ContinuousClock.Instant
    ) throws(ChannelProblem) -> (Frame.Kind, [UInt8]) {
        let head = Frame(kind, call: call, length: body.count, memories: memories.count)
        try send(head.bytes + body, memories.map(\.descriptor.number), deadline)
        let (frame, reply) = try receive(replyLimit, deadline)
        guard frame.call == call else {
            throw .malformedReply("it answers call \(frame.call), and call \(call) was made")
        }
        guard frame.memories == 0 else { throw .malformedReply("it contains file descriptors, which replies must not") }
        return (frame.kind, reply)
    }

    /// What an idle channel holds.
    enum Idleness: Equatable {
        /// Nothing, as it should be.
        case silent
        /// A message that answers no request.
        case unrequested
        /// The other end is closed. The worker ends, or has ended: the system closes the files of a dying process
        /// before it reports the end.
        case closed
    }

    /// The state of the channel between two requests. Reads nothing and doesn't wait.
    var idleness: Idleness {
        while true {
            var byte: UInt8 = 0
            let count = recv(number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            if count > 0 { return .unrequested }
            if count == 0 { return .closed }
            if errno == EAGAIN || errno == EWOULDBLOCK { return .silent }
            if errno != EINTR { return .closed }
        }
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
        guard let frame = Frame(UnsafeRawBufferPointer(buffer)) else { throw .malformedReply("its header is invalid") }
        guard frame.length <= UInt64(limit) else { throw .tooLarge(frame.length) }
        let length = Int(frame.length)
        guard received <= Frame.byteCount + length else { throw .malformedReply("it is longer than its header says") }
        var problem: ChannelProblem?
        // The pages of an uninitialised array take no memory before they are written, so a large announced length alone
        // doesn't enlarge the host.
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

    /// Waits for data and reads what is available.
    ///
    /// - Returns: The number of bytes read, at least 1.
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
            let output = errorOutput.pollRequest
            let ready = Polling.wait([(number, events)] + (output.map { [$0] } ?? []), until: deadline)
            if ready.contains(1) { errorOutput.drain() }
            if ready.contains(0) { return }
            // The deadline is checked here too, because constant output on standard error would otherwise postpone it.
            if ready.isEmpty || deadline <= .now { throw .expired }
        }
    }
}
