import MediaTime

/// When a sample is decoded and shown.
public struct CMSampleTimingInfo: Hashable, Sendable {
    /// How long the sample is shown; invalid if it isn't known.
    public var duration: CMTime
    /// When the sample is shown.
    public var presentationTimeStamp: CMTime
    /// When the sample is decoded; invalid if that is in the order of presentation.
    public var decodeTimeStamp: CMTime

    /// Creates timing whose times are invalid.
    public init() { (duration, presentationTimeStamp, decodeTimeStamp) = (.invalid, .invalid, .invalid) }

    /// Creates timing from its times.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Timing whose times are invalid.
    public static let invalid = CMSampleTimingInfo()
}

/// Timing whose times are invalid; the C name of `CMSampleTimingInfo.invalid`.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
