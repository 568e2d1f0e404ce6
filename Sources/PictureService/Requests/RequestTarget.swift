/// The path and the query of a request.
package struct RequestTarget: Hashable, Sendable {
    /// A target that doesn't follow the grammar.
    package struct Malformed: Error, Hashable, Sendable {
        /// What is wrong.
        package let problem: String
    }

    /// The target as it was sent.
    package let text: String
    /// The parts of the path between slashes, decoded.
    package let path: [String]
    /// The parameters of the query, decoded, in order.
    package let query: [(name: String, value: String)]

    /// The longest target, in bytes.
    private static let longest = 8192

    /// Reads a target, such as `/i/photos/a.jpg?w=200`.
    ///
    /// - Throws: `Malformed`.
    package init(_ text: String) throws(Malformed) {
        guard text.utf8.count <= Self.longest else { throw Malformed(problem: "The address has more than 8192 bytes.") }
        guard text.hasPrefix("/") else { throw Malformed(problem: "The address has no path that begins with a slash.") }
        self.text = text
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for part in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            path.append(try Self.decoded(part, plusIsSpace: false))
        }
        self.path = path
        var query: [(name: String, value: String)] = []
        for part in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(sides[0], plusIsSpace: true)
            guard !query.contains(where: { $0.name == name }) else {
                throw Malformed(problem: "A parameter of the address is given twice.")
            }
            query.append((name, sides.count > 1 ? try Self.decoded(sides[1], plusIsSpace: true) : ""))
        }
        self.query = query
    }

    /// Replaces `%` and two digits by the byte that they stand for. The result is valid UTF-8 without zero bytes.
    static func decoded(_ text: Substring, plusIsSpace: Bool) throws(Malformed) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    throw Malformed(problem: "A % in the address isn't followed by two hexadecimal digits.")
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let result = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw Malformed(problem: "A part of the address isn't UTF-8, or has a zero byte.")
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    package static func == (a: Self, b: Self) -> Bool { a.text == b.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
