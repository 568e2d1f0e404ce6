/// The name or path of a file, as the file system has it: bytes, which need not be text.
///
/// Two are equal only where their bytes are. Texts of Swift are equal too where one writes an accent as a character of
/// its own, which are two files on Linux.
public struct FileName: Hashable, Sendable {
    /// What the file system has, without a terminating zero.
    public let bytes: [UInt8]

    /// A name from its bytes.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// A name from text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The name as text; nil where it isn't UTF-8, so that neither Foundation nor a Swift `String` can name the file.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The name for messages: bytes that aren't UTF-8 stand in it as `\xE9`, so that different names look different.
    public var shown: String {
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

    /// Calls `body` with the name as the system's functions take it.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    /// Whether it begins with a dot, as the names of hidden files do.
    public var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// The path of a file in the folder that this one names; of the file alone where this one is empty.
    public func appending(_ name: FileName) -> FileName {
        if bytes.isEmpty { return name }
        return FileName(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
    }

    /// The folder that holds the file that an absolute path without `.`, `..` and double slashes names.
    public var parent: FileName {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName("") }
        return FileName(bytes: bytes[..<max(slash, 1)])
    }
}

extension FileName: Comparable {
    /// The order of the bytes, which is that of the characters.
    public static func < (first: FileName, second: FileName) -> Bool {
        first.bytes.lexicographicallyPrecedes(second.bytes)
    }
}
