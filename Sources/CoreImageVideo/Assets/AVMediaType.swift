/// The kind of a track's media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Four characters.
    public let rawValue: String

    /// Creates a type from its characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a type from its characters.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Subtitles.
    public static let subtitle = AVMediaType("sbtl")
    /// Notes with times.
    public static let metadata = AVMediaType("meta")
}
