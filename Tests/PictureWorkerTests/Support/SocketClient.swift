import CSandbox
import ChildProcesses
import Foundation
import Sandboxing
import Testing

/// A client at the socket of a worker.
final class SocketClient {
    private let socket: FileDescriptor
    private var rest: [UInt8] = []
    private var files: [FileDescriptor] = []

    /// Connects as soon as the socket is there, and reads the first line.
    init(_ path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let deadline = Date(timeIntervalSinceNow: 20)
        while true {
            let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let connected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if connected == 0 {
                socket = FileDescriptor(number)
                break
            }
            close(number)
            try #require(Date() < deadline, "nobody listens at \(path)")
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(try line().object["health"] != nil)
    }

    /// Sends text in one message, with descriptors.
    func send(text: String, files: [FileDescriptor] = []) throws {
        let bytes = Array(text.utf8)
        let sent = csandbox_send(socket.number, bytes, bytes.count, files.map(\.number), Int32(files.count), 1)
        try #require(sent == bytes.count)
        withExtendedLifetime(files) {}
    }

    func send(_ object: [String: Any], files: [FileDescriptor] = []) throws {
        let line = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        try send(text: line + "\n", files: files)
    }

    /// Waits for a line, with the descriptors that came with it.
    func line() throws -> (object: [String: Any], files: [FileDescriptor]) {
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = Data(rest[..<end])
                rest.removeSubrange(...end)
                // Descriptors end a part that is received, so they belong to its last line.
                let own = rest.contains(10) ? [] : files
                if !own.isEmpty { files = [] }
                return (try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any]), own)
            }
            var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            try #require(poll(&request, 1, 60_000) > 0, "no answer in a minute")
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var numbers = [Int32](repeating: -1, count: 8)
            var count = Int32(8)
            let received = csandbox_receive(socket.number, &bytes, bytes.count, &numbers, &count)
            try #require(received > 0, "the worker closed the connection")
            rest += bytes.prefix(received)
            files += numbers.prefix(Int(count)).map { FileDescriptor($0) }
        }
    }

    /// Whether the worker has closed the connection.
    func isClosed() -> Bool {
        var byte: UInt8 = 0
        var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 20_000) > 0 && recv(socket.number, &byte, 1, Int32(MSG_PEEK)) == 0
    }

    /// Returns memory with the bytes of data, as clients in other languages make it: without seals.
    static func memory(_ data: Data) throws -> FileDescriptor {
        let file = try SharedMemory(byteCount: data.count, workersMayWrite: true)
        file.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) }
        return file.descriptor
    }

    static func contents(_ file: FileDescriptor) throws -> Data {
        var information = stat()
        try #require(fstat(file.number, &information) == 0)
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        try #require(pread(file.number, &bytes, bytes.count, 0) == bytes.count)
        return Data(bytes)
    }
}
