/// What a time is, apart from its fraction.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits, as Core Media numbers them.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is valid. Without this flag, all other fields have no meaning.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The time, or one that it was computed from, isn't exact.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is later than every number.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is earlier than every number.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time isn't known, as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of times that aren't numbers.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}
