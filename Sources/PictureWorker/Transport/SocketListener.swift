import ChildProcesses
import CommandOutput
import Foundation
import UntrustedInput

/// A Unix socket in the file system, to which only processes of the same user can connect. For use by one thread.
final class SocketListener {
    private static let backlog: Int32 = 128

    /// Readable when a client waits.
    var readable: Int32 { socket.number }

    private let path: String
    private let socket: FileDescriptor
    private var identity = stat()

    /// Creates the socket. It takes the place of one on which nobody listens any more.
    ///
    /// - Throws: `Refusal` if the path can't be used, or somebody listens there.
    init(path: String) throws(Refusal) {
        self.path = path
        socket = try Self.unconnected(path)
        if let found = Self.kind(of: path) {
            guard found == S_IFSOCK else {
                throw Refusal("--socket \(printable(path)): there is another file; remove it, or choose another name")
            }
            guard !Self.isInUse(path) else {
                throw Refusal(
                    "--socket \(printable(path)): another worker listens there; end it, or choose another name")
            }
        }
        // The socket gets its name when it can be connected to.
        let hidden = path + ".\(getpid())"
        unlink(hidden)
        fchmod(socket.number, 0o600)
        guard try Self.withAddress(hidden, { bind(socket.number, $0, $1) }) == 0,
            listen(socket.number, Self.backlog) == 0,
            rename(hidden, path) == 0
        else {
            let reason = String(cString: strerror(errno))
            unlink(hidden)
            throw Refusal("--socket \(printable(path)) can't be made: \(reason); choose a folder that may be written")
        }
        lstat(path, &identity)
    }

    /// Removes the socket's name, unless another socket has it now.
    func remove() {
        var information = stat()
        if lstat(path, &information) == 0, information.st_ino == identity.st_ino { unlink(path) }
    }

    /// Returns the connection of a client, if one waits.
    func accept() -> FileDescriptor? {
        let number = Glibc.accept(socket.number, nil, nil)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(number)
    }

    private static func kind(of path: String) -> mode_t? {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_mode & S_IFMT : nil
    }

    private static func isInUse(_ path: String) -> Bool {
        guard let probe = try? unconnected(path) else { return false }
        return (try? withAddress(path) { connect(probe.number, $0, $1) }) == 0
    }

    private static func unconnected(_ path: String) throws(Refusal) -> FileDescriptor {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else {
            throw Refusal("--socket \(printable(path)) can't be made: \(String(cString: strerror(errno)))")
        }
        return FileDescriptor(number)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(Refusal) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Refusal("--socket \(printable(path)): the path is too long for a socket; use a shorter one")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
