/// The name or path of a file, as bytes of the file system, which need not be valid text.
///
/// Two names are equal only if their bytes are equal. Swift strings also compare as equal if one has an accented letter
/// as one character and the other as letter and accent. On Linux those are two files.
package struct FileName: Hashable, Sendable {
    /// The bytes in the file system, without a terminating zero.
    package let bytes: [UInt8]

    /// Creates a name from bytes.
    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Creates a name from text.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The name as text, or nil if it isn't valid UTF-8. Neither Foundation nor a Swift `String` can name such a file.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The name for messages. Bytes that aren't valid UTF-8 are shown as `\xE9`, so that different names look
    /// different.
    package var displayText: String {
        if let text { return text }
        var result = ""
        var rest = bytes[...]
        while let first = rest.first {
            var (part, count) = ("\\x" + String(first >> 4, radix: 16, uppercase: true), 1)
            part += String(first & 0xF, radix: 16, uppercase: true)
            for length in 1...4 {
                guard let scalar = String(validating: rest.prefix(length), as: UTF8.self) else { continue }
                (part, count) = (scalar, min(length, rest.count))
                break
            }
            result += part
            rest = rest.dropFirst(count)
        }
        return result
    }

    /// Calls `body` with the name as a zero-terminated C string.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    /// Whether the name begins with a dot, like the names of hidden files.
    package var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// Returns the path of a file in the folder at this path, or `name` alone if this path is empty.
    package func appending(_ name: FileName) -> FileName {
        if bytes.isEmpty { return name }
        return FileName(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
    }

    /// The folder that contains the file at this path. The path must be absolute, without `.`, `..` and double slashes.
    package var parent: FileName {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName("") }
        return FileName(bytes: bytes[..<max(slash, 1)])
    }
}

extension FileName: Comparable {
    /// Orders names by their bytes, which is also the order of their Unicode scalars.
    package static func < (first: FileName, second: FileName) -> Bool {
        first.bytes.lexicographicallyPrecedes(second.bytes)
    }
}
