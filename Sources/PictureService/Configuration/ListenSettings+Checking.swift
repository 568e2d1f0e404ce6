import Glibc
import UntrustedInput

extension ListenSettings {
    /// Why nothing can listen at the host, as a clause. Nil if something can. The port isn't tried, because the service
    /// may be running already.
    package var hostProblem: String? {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0, let entry = list?.pointee else {
            return "\(printable(host)) isn't an address or a name that has one (\(String(cString: gai_strerror(code))))"
        }
        let number = socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
        defer { if number >= 0 { close(number) } }
        guard number >= 0, bind(number, entry.ai_addr, entry.ai_addrlen) == 0 else {
            return "\(printable(host)) isn't an address of this machine (\(String(cString: strerror(errno))))"
        }
        return nil
    }
}
