extension RemoteAddress {
    /// Reads an address or a relative reference, such as `b.jpg`, `/img/b.jpg` or `?size=2`, by RFC 3986, section 5.2.
    ///
    /// - Parameter base: The address at which the reference was found.
    /// - Returns: Nil for an empty reference, and for what `init(_:)` doesn't read.
    package init?(_ reference: String, from base: RemoteAddress) {
        let text = reference.prefix { $0 != "#" }
        let scheme = base.isSecure ? "https" : "http"
        let root = "\(scheme)://\(base.authority)"
        let absolute: String
        switch text.first {
        case nil: return nil
        case _ where Self.hasScheme(text): absolute = String(text)
        case "/" where text.hasPrefix("//"): absolute = "\(scheme):\(text)"
        case "/": absolute = root + text
        case "?": absolute = root + base.path + text
        default:
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
            absolute = root + folder + text
        }
        guard let address = RemoteAddress(absolute) else { return nil }
        self.init(
            isSecure: address.isSecure, host: address.host, port: address.port,
            path: Self.withoutDots(address.path), query: address.query)
    }

    private static func hasScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        let rest = text.utf8.drop { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
        return rest.first == UInt8(ascii: ":")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

    /// Returns a path in which `.` and `..` have been carried out.
    private static func withoutDots(_ path: String) -> String {
        var names: [Substring] = []
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard part == "." || part == ".." else {
                names.append(part)
                continue
            }
            if part == ".." { _ = names.popLast() }
            // A folder stays one.
            if index == parts.count - 1 { names.append("") }
        }
        return "/" + names.joined(separator: "/")
    }
}
