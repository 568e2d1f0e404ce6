/// A run of UTF-8 bytes of a kernel source: `start ..< end`.
public struct SourceSpan: Hashable, Sendable {
    /// Offset of the first byte.
    public var start: Int
    /// Offset one past the last byte.
    public var end: Int

    /// The span from `start` up to, not including, `end`.
    public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    /// The smallest span around both.
    public func joined(with other: SourceSpan) -> SourceSpan {
        SourceSpan(start: min(start, other.start), end: max(end, other.end))
    }
}

/// Kernel text together with what diagnostics call it.
public struct KernelSource: Sendable, Hashable {
    /// The text, exactly as given.
    public let text: String
    /// File name for diagnostics: a path, a `#fileID`, or a description such as `<kernel>`.
    public let file: String
    /// Line of `file` on which the text starts, counted from 1.
    public let firstLine: Int

    /// A source.
    public init(text: String, file: String = "<kernel>", firstLine: Int = 1) {
        (self.text, self.file, self.firstLine) = (text, file, firstLine)
    }
}
