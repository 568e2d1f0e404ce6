import Foundation
import Glibc
import Synchronization

/// Sockets that wait for connections and never answer. A file that is read must not lead to a connection.
enum SilentServer {
    private static let sockets = Mutex<[String: Int32]>([:])

    /// Begins to wait for connections of the programs that a case runs in a folder.
    ///
    /// - Returns: The number of the port on 127.0.0.1.
    static func start(for folder: URL) throws -> UInt16 {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw HostileSetupError("socket", errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(number, address, length) == 0 && listen(number, 4) == 0
                    && getsockname(number, address, &length) == 0
            }
        }
        guard isReady else { throw HostileSetupError("bind", errno) }
        sockets.withLock { $0[folder.path] = number }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Ends waiting. Returns whether there was a connection.
    static func stop(for folder: URL) -> Bool {
        guard let number = sockets.withLock({ $0.removeValue(forKey: folder.path) }) else { return false }
        defer { close(number) }
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }
}
