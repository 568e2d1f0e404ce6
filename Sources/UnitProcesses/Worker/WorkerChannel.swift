import CSandbox
import ChildProcesses
import Glibc

/// A worker's end of a channel. It waits without a limit, because the host enforces the deadlines.
struct WorkerChannel {
    private let socket: FileDescriptor

    /// Takes ownership of an open socket.
    init(_ number: Int32) { socket = FileDescriptor(number) }

    /// Waits for the next message, and returns it with the memory that was sent with it.
    func receive() throws -> (Frame, WorkerRequest) {
        var (head, descriptors) = try read(Frame.byteCount)
        guard let frame = head.withUnsafeBytes({ Frame($0) }), frame.memories == descriptors.count,
            let length = Int(exactly: frame.length)
        else {
            throw SystemProblem("reading a request", code: EBADMSG)
        }
        if length > 0 { (head, _) = try read(length) } else { head = [] }
        let memories = try descriptors.map { try ReceivedMemory($0) }
        descriptors = []
        return (frame, WorkerRequest(isSetUp: frame.kind == .setUp, bytes: head, memories: memories))
    }

    func send(_ kind: Frame.Kind, call: UInt64, _ body: [UInt8]) throws(SystemProblem) {
        let message = Frame(kind, call: call, length: body.count).bytes + body
        var sent = 0
        while sent < message.count {
            let count = message.withUnsafeBytes {
                csandbox_send(socket.number, $0.baseAddress! + sent, message.count - sent, nil, 0, 1)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemProblem("replying") }
            sent += count
        }
    }

    /// Bytes that are allocated before any have arrived. The header isn't trusted, as its length may exceed all memory.
    private static let firstRoom = 1 << 20

    /// Reads exactly `count` bytes, and the descriptors that were sent with them.
    private func read(_ count: Int) throws(SystemProblem) -> ([UInt8], [FileDescriptor]) {
        var bytes = [UInt8](repeating: 0, count: min(count, Self.firstRoom))
        var files: [FileDescriptor] = []
        var received = 0
        var numbers = [Int32](repeating: -1, count: 64)
        while received < count {
            if received == bytes.count {
                bytes += repeatElement(0, count: min(count - received, received))
            }
            var numberCount = Int32(numbers.count)
            let part = bytes.withUnsafeMutableBytes {
                csandbox_receive(
                    socket.number, $0.baseAddress! + received, $0.count - received, &numbers, &numberCount)
            }
            if part < 0 && errno == EINTR { continue }
            guard part > 0 else { throw SystemProblem("reading a request", code: part == 0 ? EPIPE : errno) }
            files += numbers.prefix(Int(numberCount)).map { FileDescriptor($0) }
            received += part
        }
        return (bytes, files)
    }
}
