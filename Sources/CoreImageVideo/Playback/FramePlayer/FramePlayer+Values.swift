import CoreImageEssentials

extension FramePlayer {
    /// What a player does.
    public enum State: Sendable {
        /// It hasn't been started, or was paused.
        case paused
        /// It shows frames.
        case playing
        /// The source has ended, and all frames have been shown.
        case finished
        /// It was stopped.
        case stopped
        /// The source, the chain, rendering or the closure failed.
        case failed(any Error)

        /// Whether no more frames will be shown.
        public var isFinal: Bool {
            switch self {
            case .paused, .playing: false
            case .finished, .stopped, .failed: true
            }
        }
    }

    /// A frame that is shown.
    public struct Frame: Sendable {
        /// The pixels. Only the closure has them; they may be changed and kept.
        public let pixelBuffer: CVPixelBuffer
        /// The time in the source.
        public let time: CMTime
        /// The time of the clock at which the frame is due.
        public let dueTime: CMTime
        /// The time of the clock at which the closure was called.
        public let shownTime: CMTime
        /// Whether the frame was ready only after its time. A frame of a camera is late if it took longer than the
        /// frame lasts.
        public let isLate: Bool
    }

    /// What has been shown and dropped.
    public struct Statistics: Hashable, Sendable {
        /// The number of times that are kept of each kind.
        public static let timeLimit = 100

        /// The number of frames that were shown.
        public internal(set) var shown = 0
        /// The number of frames that weren't, because the next one was due already, or all pixel buffers were in use.
        public internal(set) var dropped = 0
        /// The number of frames that were shown, but were ready only after their time.
        public internal(set) var late = 0
        /// The times in the source of the last ``timeLimit`` frames that were dropped.
        public internal(set) var droppedTimes: [CMTime] = []
        /// The times in the source of the last ``timeLimit`` frames that were late.
        public internal(set) var lateTimes: [CMTime] = []
        /// By how much a frame was late at most.
        public internal(set) var maximumLateness = CMTime.zero

        mutating func drop(_ time: CMTime) {
            dropped += 1
            Self.add(time, to: &droppedTimes)
        }

        mutating func show(_ time: CMTime, lateness: CMTime?) {
            shown += 1
            guard let lateness else { return }
            late += 1
            Self.add(time, to: &lateTimes)
            maximumLateness = max(maximumLateness, lateness)
        }

        private static func add(_ time: CMTime, to times: inout [CMTime]) {
            if times.count == timeLimit { times.removeFirst() }
            times.append(time)
        }
    }

    /// The pixel buffers to render to.
    public struct Output: Sendable {
        /// The size in pixels; nil for that of the first frame.
        public var size: CGSize?
        /// The pixel format. It can be YCbCr, such as `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange` for an encoder.
        public var pixelFormat: OSType
        /// What is attached to the buffers, such as `kCVImageBufferColorPrimariesKey` and its relatives, which state
        /// the colours to render. Without them, RGB is sRGB; see `CIContext.render(_:to:)`.
        public var attachments: [String: any Sendable]
        /// The number of pixel buffers that may exist at a time. If the closure keeps them all, frames are dropped.
        public var bufferLimit: Int

        /// Creates a description of pixel buffers.
        public init(
            size: CGSize? = nil, pixelFormat: OSType = kCVPixelFormatType_32BGRA,
            attachments: [String: any Sendable] = [:], bufferLimit: Int = 8
        ) {
            (self.size, self.pixelFormat, self.attachments) = (size, pixelFormat, attachments)
            self.bufferLimit = bufferLimit
        }
    }
}
