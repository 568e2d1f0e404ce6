import CSandbox
import ChildProcesses
import Glibc
import Synchronization

/// A failure on a channel.
package enum MessageProblem: Error, Hashable, Sendable {
    /// The other end is closed.
    case closed
    /// The time for waiting passed.
    case expired
    /// The received bytes aren't a message, for the stated reason.
    case malformed(String)
}

/// A received message.
package struct Message: Sendable {
    /// The purpose and the generation.
    package let header: MessageHeader
    /// The contents.
    package let body: [UInt8]
    /// The files that were sent with it.
    package let files: [FileDescriptor]
}

/// One end of the socket between a client and its worker. The bytes of the other end aren't trusted.
///
/// Thread-safe for sending. Only one thread may receive at a time.
package final class MessageChannel: Sendable {
    /// Waits until the socket is ready for events of `poll`, or throws ``MessageProblem/expired``.
    package typealias Wait = (_ socket: Int32, _ events: Int32) throws(MessageProblem) -> Void

    /// Bytes that are allocated before any have arrived: the length in a header isn't trusted.
    private static let firstRoom = 1 << 20
    private static let descriptorLimit = 4

    private let socket: FileDescriptor
    private let acceptsFiles: Bool
    private let sending = Mutex(())

    /// Takes a connected socket.
    ///
    /// - Parameter acceptsFiles: Whether received descriptors are kept. If not, the kernel drops them.
    package init(_ socket: FileDescriptor, acceptsFiles: Bool) {
        (self.socket, self.acceptsFiles) = (socket, acceptsFiles)
    }

    /// The descriptor, to wait for it together with others.
    package var number: Int32 { socket.number }

    /// Sends a message.
    package func send(
        _ kind: MessageKind, generation: UInt32, _ body: [UInt8] = [], files: [Int32] = [], waiting wait: Wait
    ) throws(MessageProblem) {
        let header = MessageHeader(kind, descriptors: files.count, generation: generation, length: body.count)
        let bytes = header.bytes + body
        let result = sending.withLock { _ -> MessageProblem? in
            do throws(MessageProblem) {
                try send(bytes, files, wait)
                return nil
            } catch {
                return error
            }
        }
        if let result { throw result }
    }

    private func send(_ bytes: [UInt8], _ files: [Int32], _ wait: Wait) throws(MessageProblem) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                csandbox_send(
                    number, $0.baseAddress! + sent, bytes.count - sent, files, sent == 0 ? Int32(files.count) : 0, 0)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                try wait(number, POLLOUT)
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    /// Waits for a message.
    ///
    /// - Parameter limit: The maximum size of the body, in bytes.
    package func receive(limit: Int, waiting wait: Wait) throws(MessageProblem) -> Message {
        var files: [FileDescriptor] = []
        let head = try read(MessageHeader.byteCount, &files, wait)
        guard let header = MessageHeader(head) else { throw .malformed("its header is invalid") }
        guard header.length <= limit else { throw .malformed("it announces \(header.length) bytes") }
        let body = header.length == 0 ? [] : try read(Int(header.length), &files, wait)
        guard Int(header.descriptors) == files.count || !acceptsFiles && header.descriptors == 0 else {
            throw .malformed("it has \(files.count) files, and says \(header.descriptors)")
        }
        return Message(header: header, body: body, files: files)
    }

    /// Whether a message, or the end of the channel, can be received without waiting.
    package var hasMessage: Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    private func read(
        _ count: Int, _ files: inout [FileDescriptor], _ wait: Wait
    ) throws(MessageProblem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, Self.firstRoom))
        var received = 0
        while received < count {
            if received == bytes.count { bytes += repeatElement(0, count: min(count - received, received)) }
            try wait(number, POLLIN)
            let part = bytes.withUnsafeMutableBytes { buffer in
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[received...])
                return acceptsFiles
                    ? receive(room, &files) : recv(number, room.baseAddress!, room.count, Int32(MSG_DONTWAIT))
            }
            if part < 0, errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK { continue }
            guard part > 0, files.count <= Self.descriptorLimit else { throw .closed }
            received += part
        }
        return bytes
    }

    private func receive(_ room: UnsafeMutableRawBufferPointer, _ files: inout [FileDescriptor]) -> Int {
        var numbers = [Int32](repeating: -1, count: Self.descriptorLimit)
        var count = Int32(numbers.count)
        let part = csandbox_receive(number, room.baseAddress!, room.count, &numbers, &count)
        files += numbers.prefix(Int(count)).map { FileDescriptor($0) }
        return part
    }
}
