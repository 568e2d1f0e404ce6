import VideoExchange

/// A decoded frame.
///
/// It is in memory that is shared with the worker, until its last reference is released. If a program keeps more frames
/// than fit there, further frames are copied to memory of their own, so that decoding never waits for frames that are
/// kept. Thread-safe: the samples don't change.
package final class VideoFrame: Sendable {
    private enum Storage: Sendable {
        case shared(SharedFrames, slot: UInt32)
        case own(OwnedSamples)
    }

    /// The arrangement of samples, the size and the colours.
    package let format: FrameFormat
    /// Where the samples are.
    package let layout: VideoFrameLayout
    /// The time at which the frame is shown, in units of ``timeBase``.
    package let time: Int64
    /// For how long the frame is shown according to the file, in units of ``timeBase``; 0 if the file doesn't say. The
    /// time until the next frame can differ from it, and counts.
    package let duration: Int64
    /// The unit of times, in seconds.
    package let timeBase: Ratio
    /// Further facts.
    package let flags: FrameFlags

    private let storage: Storage

    /// Takes a slot that the worker has filled. It is released with the frame.
    ///
    /// - Parameter copies: Whether the samples are copied, and the slot is released at once.
    init(_ message: FrameMessage, in frames: SharedFrames, timeBase: Ratio, copies: Bool) {
        (format, layout, self.timeBase) = (frames.format, frames.ring.layout, timeBase)
        (time, duration, flags) = (message.time, message.duration, message.flags)
        if copies {
            storage = .own(frames.ring.withUnsafeBytes(of: Int(message.slot)) { OwnedSamples($0) })
            frames.release(message.slot)
        } else {
            storage = .shared(frames, slot: message.slot)
        }
    }

    /// Creates a frame in memory of its own.
    ///
    /// - Parameters:
    ///   - samples: The samples, where ``VideoFrameLayout`` has them; as many bytes as the layout.
    /// - Returns: Nil if the size is impossible, or the bytes are too few or too many.
    package init?(
        format: FrameFormat, samples: [UInt8], time: Int64, duration: Int64, timeBase: Ratio, flags: FrameFlags = []
    ) {
        guard let layout = format.layout, samples.count == layout.byteCount else { return nil }
        (self.format, self.layout, self.timeBase) = (format, layout, timeBase)
        (self.time, self.duration, self.flags) = (time, duration, flags)
        storage = .own(samples.withUnsafeBytes { OwnedSamples($0) })
    }

    /// Creates a frame of samples, which are as many bytes as the layout of the format has. It lasts a unit of the time
    /// base.
    init(
        _ format: FrameFormat, _ layout: VideoFrameLayout, _ samples: OwnedSamples, time: Int64, timeBase: Ratio,
        flags: FrameFlags
    ) {
        (self.format, self.layout, self.timeBase) = (format, layout, timeBase)
        (self.time, duration, self.flags) = (time, 1, flags)
        storage = .own(samples)
    }

    deinit {
        if case .shared(let frames, let slot) = storage { frames.release(slot) }
    }

    /// The time at which the frame is shown, or nil if it can't be expressed.
    package var presentationTime: RationalTime? { RationalTime(stamp: time, in: timeBase) }

    /// Calls `body` with all planes, as ``layout`` describes them. The memory is valid only during the call.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .shared(let frames, let slot):
            return try frames.ring.withUnsafeBytes(of: Int(slot), body)
        case .own(let samples): return try samples.withUnsafeBytes(body)
        }
    }
}
