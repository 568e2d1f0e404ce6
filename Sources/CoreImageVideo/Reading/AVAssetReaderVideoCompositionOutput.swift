import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import Synchronization
import VideoExchange

/// The frames of a track of video as a composition filters, sizes and times them.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// What is read, and what the next calls return.
    private struct Reading: Sendable {
        let frames: DecodedTrack
        let output: BufferOutput
        let plan: CompositionPlan
        let pending: PendingReply
        var schedule: FrameSchedule<DecodedFrame>
        let start: RationalTime
        var waiting = FrameSchedule<DecodedFrame>.Outputs()
        var isAtEnd = false
    }

    /// The tracks, of which the first one is read.
    public let videoTracks: [AVAssetTrack]
    /// The settings of pixel buffers; nil for the format of the source.
    public let videoSettings: [String: Any]?
    /// The composition. It must be set before reading starts.
    open var videoComposition: AVVideoComposition? {
        get { composition.withLock { $0.value } }
        set {
            let copy = newValue?.copy() as? AVVideoComposition
            composition.withLock { $0.value = copy }
        }
    }

    private struct Composition: @unchecked Sendable {
        // A copy that nothing changes.
        var value: AVVideoComposition?
    }

    private let composition = Mutex(Composition())
    private let reading = Mutex<Reading?>(nil)

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - videoTracks: Tracks of video, of which the first one is read.
    ///   - videoSettings: Values for `kCVPixelBufferPixelFormatTypeKey`; nil for the format of the source.
    public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
        (self.videoTracks, self.videoSettings) = (videoTracks, videoSettings)
    }

    override var source: AssetSource? { videoTracks.first?.source }

    override func open(_ range: CMTimeRange) throws {
        guard let track = videoTracks.first, track.mediaType == .video else {
            throw AVError(.operationNotSupportedForAsset, "The output of a composition has no track of video.")
        }
        guard let plan = videoComposition?.plan else {
            throw AVError(
                .invalidVideoComposition, "The output has no video composition. Set videoComposition before reading.")
        }
        try plan.check()
        let output = try BufferOutput(videoSettings)
        let (start, end) = (range.readingStart, range.readingEnd)
        let frames = try DecodedTrack(track, from: start, to: end)
        // Times stay those of the asset.
        let schedule = FrameSchedule<DecodedFrame>(
            sourceBase: track.stream.timeBase, start: start, end: end, frameDuration: try plan.grid())
        let new = Reading(
            frames: frames, output: output, plan: plan, pending: PendingReply(), schedule: schedule,
            start: start ?? .zero)
        reading.withLock { $0 = new }
    }

    override func next() throws -> CMSampleBuffer? {
        guard var state = reading.withLock({ $0 }) else { return nil }
        defer { reading.withLock { $0 = state } }
        var next = state.waiting.next()
        while next == nil {
            if state.isAtEnd { return nil }
            let frame = try state.frames.next()
            do throws(TooManyRepetitions) {
                if let frame {
                    state.waiting = try state.schedule.add(frame, time: frame.time, duration: frame.duration)
                } else {
                    state.isAtEnd = true
                    state.waiting = try state.schedule.finish()
                }
            } catch {
                throw error.error(in: state.frames.track.source.name)
            }
            next = state.waiting.next()
        }
        guard let shown = next else { return nil }
        let image = try state.frames.uprightImage(of: shown.frame.buffer)
        let filtered = try state.plan.filter.applyAndWait(
            to: image, at: shown.sourceTime.time, renderSize: state.plan.renderSize, state.pending)
        let buffer = try state.output.rendering(
            filtered.image, width: Int(state.plan.renderSize.width), height: Int(state.plan.renderSize.height),
            like: shown.frame.buffer, context: filtered.context)
        return try sample(buffer, shown, state)
    }

    private func sample(
        _ buffer: CVPixelBuffer, _ shown: FrameSchedule<DecodedFrame>.Output, _ state: Reading
    ) throws -> CMSampleBuffer {
        let duration = RationalTime(stamp: shown.duration, in: state.schedule.timeBase) ?? .zero
        let timing = CMSampleTimingInfo(
            duration: duration > .zero ? duration.time : .invalid, presentationTimeStamp: shown.sourceTime.time,
            decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    override func cancel() {
        let state = reading.withLock { $0 }
        state?.pending.cancel()
        state?.frames.cancel()
    }
}
