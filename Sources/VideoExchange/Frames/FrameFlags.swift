/// Facts about one frame.
package struct FrameFlags: OptionSet, Hashable, Sendable {
    /// The flags as bits.
    package let rawValue: UInt32

    /// Creates flags from bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The frame can be decoded without others.
    package static let key = FrameFlags(rawValue: 1)
    /// The frame consists of two fields.
    package static let interlaced = FrameFlags(rawValue: 2)
    /// The upper field is shown first.
    package static let topFieldFirst = FrameFlags(rawValue: 4)
    /// The file has no time for the frame, which is computed from the frame rate and the frames before it.
    package static let estimatedTime = FrameFlags(rawValue: 8)
}
