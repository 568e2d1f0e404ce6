/// A range of a source's time and the range of the target's time in which it is shown. Different lengths change the
/// speed. An empty edit, which shows nothing, has an invalid source.
public struct CMTimeMapping: Sendable, Hashable, Codable {
    /// The range in the source.
    public var source: CMTimeRange
    /// The range in the target.
    public var target: CMTimeRange

    /// Creates an invalid mapping.
    public init() { (source, target) = (.invalid, .invalid) }

    /// Creates a mapping from its ranges.
    public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

    /// A mapping that isn't valid.
    public static let invalid = CMTimeMapping()

    /// Whether the target is valid. The source of an empty edit isn't.
    public var isValid: Bool { target.isValid }
    /// Whether the mapping is valid and shows nothing.
    public var isEmpty: Bool { isValid && !source.isValid }
}

/// A mapping that isn't valid; the C name of `CMTimeMapping.invalid`.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// Returns the mapping of a range to another.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Returns an empty edit, which shows nothing in the target's range.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}
