/// The address of a picture on another host.
package struct RemoteAddress: Hashable, Sendable {
    /// Whether the connection is encrypted.
    package let isSecure: Bool
    /// The host's name in lower case, or its address without brackets.
    package let host: String
    package let port: Int
    /// The path, encoded, with its slash at the beginning.
    package let path: String
    /// The query without its question mark, if any.
    package let query: String?

    init(isSecure: Bool, host: String, port: Int, path: String, query: String?) {
        (self.isSecure, self.host, self.port, self.path, self.query) = (isSecure, host, port, path, query)
    }

    /// Reads an absolute address with the scheme `http` or `https`, without a user and a password.
    package init?(_ text: String) {
        guard text.utf8.count <= 8192, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        let lower = text.lowercased()
        isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let sides = rest.dropFirst(authority.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = sides[0].isEmpty ? "/" : String(sides[0])
        query = sides.count > 1 ? String(sides[1]) : nil
        var name = authority
        var portText: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[authority.index(after: authority.startIndex)..<end]
            let tail = authority[authority.index(after: end)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
            if !tail.isEmpty { portText = tail.dropFirst() }
            guard name.utf8.allSatisfy({ $0 == 0x3a || $0 == 0x2e || Self.isHexadecimal($0) }) else { return nil }
        } else {
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, Self.isName(parts[0]) else { return nil }
            name = parts[0]
            if parts.count == 2 { portText = parts[1] }
        }
        let number = portText.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard case let port = number ?? (isSecure ? 443 : 80), let port, (1...65535).contains(port) else { return nil }
        self.port = port
        host = name.lowercased()
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) || $0 == 0x2d || $0 == 0x2e
                    || $0 == 0x5f
            }
    }

    /// The path and the query.
    package var target: String { path + (query.map { "?" + $0 } ?? "") }

    /// The value of the field `Host`.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
