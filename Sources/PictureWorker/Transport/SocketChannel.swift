import CSandbox
import ChildProcesses
import Foundation

/// A connected Unix socket.
struct SocketChannel: ClientChannel {
    /// The most descriptors that come with a line.
    static let descriptorLimit = 8

    let socket: FileDescriptor

    var readable: Int32 { socket.number }

    /// Makes sending fail if the other end reads nothing for some time, so that it can't block the sender for ever.
    func limitSending(to seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    func read() -> (bytes: [UInt8], files: [FileDescriptor])? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var numbers = [Int32](repeating: -1, count: Self.descriptorLimit)
        var count = Int32(numbers.count)
        let received = csandbox_receive(socket.number, &bytes, bytes.count, &numbers, &count)
        let code = errno
        let files = numbers.prefix(Int(count)).map { FileDescriptor($0) }
        if received < 0, code == EINTR || code == EAGAIN { return nil }
        return (Array(bytes.prefix(max(0, received))), files)
    }

    func send(_ line: [UInt8], files: [FileDescriptor]) -> Bool {
        let bytes = line + [UInt8(ascii: "\n")]
        var sent = 0
        while sent < bytes.count {
            let numbers = sent == 0 ? files.map(\.number) : []
            let count = bytes.withUnsafeBytes {
                csandbox_send(socket.number, $0.baseAddress! + sent, $0.count - sent, numbers, Int32(numbers.count), 1)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return withExtendedLifetime(files) { true }
    }
}
