/// Limits for text from untrusted sources.
package struct TextLimits: Sendable, Hashable {
    /// Maximum size of the file, in bytes.
    package var bytes: Int
    /// Maximum depth of nested values, elements or brackets.
    package var depth: Int
    /// Maximum number of values, elements, keys or words in the whole text, depending on its format.
    package var values: Int

    /// Creates limits.
    package init(bytes: Int, depth: Int, values: Int) {
        (self.bytes, self.depth, self.values) = (bytes, depth, values)
    }

    /// The limits for files written by people: 4 MiB, 32 levels, 250 000 values.
    package static let standard = TextLimits(bytes: 4 << 20, depth: 32, values: 250_000)
}
