/// How much a text from outside may hold.
public struct TextLimits: Sendable, Hashable {
    /// Bytes of its file.
    public var bytes: Int
    /// Values, elements or brackets inside each other.
    public var depth: Int
    /// Values, elements, keys or words in all.
    public var values: Int

    /// Limits from their parts.
    public init(bytes: Int, depth: Int, values: Int) {
        (self.bytes, self.depth, self.values) = (bytes, depth, values)
    }

    /// For files that people write: 4 MiB, 32 deep, 250 000 values.
    public static let standard = TextLimits(bytes: 4 << 20, depth: 32, values: 250_000)
}
