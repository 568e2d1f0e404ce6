import PixelBuffers

/// A duration as a fraction of a second.
public struct CVTime: Hashable, Sendable {
    /// The number of units.
    public var timeValue: Int64
    /// The number of units in a second.
    public var timeScale: Int32
    /// 0, or `CVTimeFlags.isIndefinite`.
    public var flags: Int32

    /// Creates a duration of 0 units with a timescale of 0.
    public init() { (timeValue, timeScale, flags) = (0, 0, 0) }

    /// Creates a duration.
    public init(timeValue: Int64, timeScale: Int32, flags: Int32) {
        (self.timeValue, self.timeScale, self.flags) = (timeValue, timeScale, flags)
    }
}

/// Whether a duration is known.
public struct CVTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits, as Core Video numbers them.
    public let rawValue: Int32

    /// Creates a set from its bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The duration isn't known.
    public static let isIndefinite = CVTimeFlags(rawValue: 1)
}

/// Which values of a time stamp are valid.
public struct CVTimeStampFlags: OptionSet, Hashable, Sendable {
    /// The bits, as Core Video numbers them.
    public let rawValue: UInt64

    /// Creates a set from its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `videoTime` and `videoTimeScale` are valid.
    public static let videoTimeValid = CVTimeStampFlags(rawValue: 1)
    /// `hostTime` is valid.
    public static let hostTimeValid = CVTimeStampFlags(rawValue: 2)
    /// `videoRefreshPeriod` is valid.
    public static let videoRefreshPeriodValid = CVTimeStampFlags(rawValue: 8)
    /// `rateScalar` is valid.
    public static let rateScalarValid = CVTimeStampFlags(rawValue: 16)
}

/// The time of a display, and the time of the host's clock at the same moment.
public struct CVTimeStamp: Hashable, Sendable {
    /// The version of this structure: 0.
    public var version: UInt32
    /// The number of units of `videoTime` in a second.
    public var videoTimeScale: Int32
    /// The start of a frame, in units since the display link was started.
    public var videoTime: Int64
    /// The time of the host's clock, in nanoseconds.
    public var hostTime: UInt64
    /// The ratio of the measured rate to the nominal rate: 1.
    public var rateScalar: Double
    /// The time of a frame, in units of `videoTime`.
    public var videoRefreshPeriod: Int64
    /// Which of the values are valid; see `CVTimeStampFlags`.
    public var flags: UInt64
    /// Unused.
    public var reserved: UInt64

    /// Creates a time stamp without valid values.
    public init() {
        (version, videoTimeScale, videoTime, hostTime) = (0, 0, 0, 0)
        (rateScalar, videoRefreshPeriod, flags, reserved) = (0, 0, 0, 0)
    }

    init(videoTime: Int64, scale: Int32, hostTime: UInt64, period: Int64) {
        self.init()
        (self.videoTime, videoTimeScale, self.hostTime, videoRefreshPeriod) = (videoTime, scale, hostTime, period)
        rateScalar = 1
        let valid: CVTimeStampFlags = [.videoTimeValid, .hostTimeValid, .videoRefreshPeriodValid, .rateScalarValid]
        flags = valid.rawValue
    }
}
