import Foundation

/// Splits bytes into messages: a header with `Content-Length`, an empty line, and as many bytes as it says.
///
/// After a wrong header, bytes are skipped up to a line that begins with `Content-Length:`.
struct MessageFrames {
    /// A message, or what is wrong with its header.
    enum Frame: Sendable, Hashable {
        case message(Data)
        case problem(String)
    }

    /// The maximum size of a message, in bytes.
    static let limit = 32 << 20
    private static let headerLimit = 4096

    private var buffer: [UInt8] = []
    private var start = 0
    /// Bytes of a message that is too long, which are still to be skipped.
    private var skipped = 0
    /// Whether a wrong header was reported, and the next one isn't found yet.
    private var isLost = false

    /// Adds bytes that were read.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        // The last byte that was used stays, because it tells whether a line begins behind it.
        if start > 1 {
            buffer.removeSubrange(..<(start - 1))
            start = 1
        }
        buffer += bytes
    }

    /// Returns the next message, or nil if it isn't complete.
    mutating func next() -> Frame? {
        while true {
            if skipped > 0 {
                let count = min(skipped, buffer.count - start)
                start += count
                skipped -= count
                if skipped > 0 { return nil }
            }
            if isLost, !findHeader() { return nil }
            guard let end = headerEnd() else {
                guard buffer.count - start > Self.headerLimit else { return nil }
                return lose("the header of a message is longer than \(Self.headerLimit) bytes")
            }
            guard let length = Self.length(in: buffer[start..<end]) else {
                return lose("the header of a message has no valid Content-Length")
            }
            guard length <= Self.limit else {
                start = end
                // Beyond what any editor sends, the length itself is wrong.
                if length > 1 << 30 { isLost = true } else { skipped = length }
                return .problem("a message has \(length) bytes, and \(Self.limit) are allowed")
            }
            guard buffer.count - end >= length else { return nil }
            let message = Data(buffer[end..<(end + length)])
            start = end + length
            return .message(message)
        }
    }

    private mutating func lose(_ problem: String) -> Frame {
        isLost = true
        // The header itself isn't taken for the next one.
        start = min(start + 1, buffer.count)
        return .problem(problem)
    }

    /// Goes on to the next line that begins a header.
    private mutating func findHeader() -> Bool {
        let name = Array("content-length:".utf8)
        var line = start
        while line < buffer.count {
            let isLineStart = line == 0 || buffer[line - 1] == UInt8(ascii: "\n")
            if isLineStart, buffer.count - line >= name.count,
                zip(buffer[line...], name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
            {
                (start, isLost) = (line, false)
                return true
            }
            if isLineStart, buffer.count - line < name.count { break }
            guard let end = buffer[line...].firstIndex(of: UInt8(ascii: "\n")) else {
                line = buffer.count
                break
            }
            line = end + 1
        }
        start = line
        return false
    }

    /// The offset behind the empty line that ends the header.
    private func headerEnd() -> Int? {
        var index = start
        let end = min(buffer.count, start + Self.headerLimit)
        while index + 3 < end {
            if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13, buffer[index + 3] == 10 {
                return index + 4
            }
            index += 1
        }
        return nil
    }

    private static func length(in header: ArraySlice<UInt8>) -> Int? {
        var length: Int?
        for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            guard line[..<colon].lowercased() == "content-length" else { continue }
            let digits = line[line.index(after: colon)...].drop { $0 == " " }
            guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), length == nil else {
                return nil
            }
            // A number without end is a length that is too long.
            length = Int(digits) ?? Int.max
        }
        return length
    }

    /// Returns a message with its header.
    static func framed(_ message: JSONValue) -> [UInt8] {
        let body = message.serialized()
        return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
