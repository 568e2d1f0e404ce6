import CoreImageEssentials

/// The rates at which a camera delivers frames.
public struct AVFrameRateRange: Hashable, Sendable {
    /// The lowest rate, in frames a second.
    public var minFrameRate: Double { 1 / maxFrameDuration.seconds }
    /// The highest rate, in frames a second.
    public var maxFrameRate: Double { 1 / minFrameDuration.seconds }
    /// The duration of a frame at the highest rate.
    public let minFrameDuration: CMTime
    /// The duration of a frame at the lowest rate.
    public let maxFrameDuration: CMTime
}

extension AVCaptureDevice {
    /// A format in which a camera delivers frames.
    public final class Format: Sendable {
        let mode: VideoDevice.Mode
        /// The size of the frames, and their pixel format or codec.
        public let formatDescription: CMFormatDescription
        /// The rates. A camera with some rates has a range of one rate for each. Empty if the camera doesn't say.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// The media: video.
        public let mediaType = AVMediaType.video

        init(_ mode: VideoDevice.Mode) {
            self.mode = mode
            var description: CMVideoFormatDescription?
            CMVideoFormatDescriptionCreate(
                allocator: nil, codecType: mode.format.mediaSubType, width: Int32(clamping: mode.width),
                height: Int32(clamping: mode.height), extensions: nil, formatDescriptionOut: &description)
            // The device has no modes of size 0.
            formatDescription = description!
            videoSupportedFrameRateRanges =
                switch mode.durations {
                case .some(let durations):
                    durations.map { AVFrameRateRange(minFrameDuration: $0, maxFrameDuration: $0) }
                case .range(let least, let most): [AVFrameRateRange(minFrameDuration: least, maxFrameDuration: most)]
                case .unknown: []
                }
        }

        /// The four characters by which Video4Linux names the pixel format, such as `YUYV` or `MJPG`.
        public var fourCharacterCode: String {
            String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: mode.format.code >> (8 * $0)) }, as: UTF8.self)
        }

        /// Whether the camera can be set to a duration. Invalid durations stand for its own rate.
        func supports(_ duration: CMTime) -> Bool {
            !duration.isValid
                || videoSupportedFrameRateRanges.contains {
                    $0.minFrameDuration <= duration && duration <= $0.maxFrameDuration
                }
        }

        /// The highest rate; 0 if the camera doesn't say.
        var highestRate: Double { videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0 }
    }
}

extension AVCaptureDevice.Format: Hashable, CustomStringConvertible {
    /// Whether both have the same pixel format, size and rates.
    public static func == (a: AVCaptureDevice.Format, b: AVCaptureDevice.Format) -> Bool { a.mode == b.mode }

    /// Hashes the pixel format, the size and the rates.
    public func hash(into hasher: inout Hasher) { hasher.combine(mode) }

    /// The size, the pixel format and the rates.
    public var description: String {
        let rates = videoSupportedFrameRateRanges.map { range in
            range.minFrameRate == range.maxFrameRate
                ? "\(range.maxFrameRate)" : "\(range.minFrameRate)…\(range.maxFrameRate)"
        }
        return "\(mode.width) × \(mode.height), \(fourCharacterCode), \(rates.joined(separator: ", ")) frames a second"
    }
}
