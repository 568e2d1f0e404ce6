/// A range of UTF-8 bytes of a kernel source, `start ..< end`.
public struct SourceSpan: Hashable, Sendable {
    /// Offset of the first byte.
    public var start: Int
    /// Offset one past the last byte.
    public var end: Int

    /// Creates the span from `start` up to, but not including, `end`.
    package init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    /// Returns the smallest span that contains both.
    package func joined(with other: SourceSpan) -> SourceSpan {
        SourceSpan(start: min(start, other.start), end: max(end, other.end))
    }
}

/// Kernel text with its file name and line for diagnostics.
public struct KernelSource: Sendable, Hashable {
    /// The text, unchanged.
    public let text: String
    /// File name for diagnostics: a path, a `#fileID`, or a description such as `<kernel>`.
    public let file: String
    /// Line of `file` on which the text starts, counted from 1.
    public let firstLine: Int

    /// Creates a source.
    package init(text: String, file: String = "<kernel>", firstLine: Int = 1) {
        (self.text, self.file, self.firstLine) = (text, file, firstLine)
    }
}
