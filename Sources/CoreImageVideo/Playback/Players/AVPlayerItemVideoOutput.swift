import CoreImageEssentials
import Synchronization

/// Gives the frames of a player's item as pixel buffers.
///
/// Frames are read, filtered and converted ahead of their times, up to a few frames.
/// ``hasNewPixelBuffer(forItemTime:)`` and ``copyPixelBuffer(forItemTime:itemTimeForDisplay:)`` never wait. If reading
/// is slower than the player, the newest frame that has been read is given; it goes on at the present time when it is a
/// second behind.
///
/// ```swift
/// CVDisplayLinkSetOutputHandler(link) { _, _, outputTime, _, _ in
///     let time = output.itemTime(for: outputTime.pointee)
///     if output.hasNewPixelBuffer(forItemTime: time),
///         let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
///     {
///         show(CIImage(cvPixelBuffer: buffer))
///     }
///     return kCVReturnSuccess
/// }
/// ```
///
/// Thread-safe.
public final class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
    // The stored properties are constants that are thread-safe.
    struct State: Sendable {
        var frames: FrameLookAhead?
        /// The number of the source that is read.
        var sourceNumber = 0
        /// The time of the last frame that was copied.
        var acquired: CMTime?
        var delegation = PullDelegation()
    }

    private let conversion: FrameConversion
    let state = Mutex(State())

    /// Creates an output.
    ///
    /// - Parameter pixelBufferAttributes: The attributes of the pixel buffers: `kCVPixelBufferPixelFormatTypeKey`,
    ///   `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`. Buffers without a format are as the file stores them,
    ///   or BGRA in sRGB if the item has a video composition. Other attributes are ignored, and a format that isn't
    ///   supported makes the item fail.
    public init(pixelBufferAttributes: [String: any Sendable]? = nil) {
        conversion = FrameConversion(pixelBufferAttributes ?? [:])
        super.init()
    }

    /// Creates an output; see `init(pixelBufferAttributes:)`.
    public convenience init(outputSettings: [String: any Sendable]?) {
        self.init(pixelBufferAttributes: outputSettings)
    }

    /// Whether a frame is shown at a time that hasn't been copied.
    ///
    /// - Parameter itemTime: A time of the item, such as from ``itemTime(forHostTime:)``.
    public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        guard let frame = frame(at: itemTime) else { return false }
        return state.withLock { $0.acquired != frame.time }
    }

    /// Returns the frame that is shown at a time, and notes that it has been copied.
    ///
    /// Don't write to the buffer: other calls for the same frame return it, too. `CVPixelBufferCreate` makes a new one
    /// to render to.
    ///
    /// - Parameters:
    ///   - itemTime: A time of the item.
    ///   - outItemTimeForDisplay: The time of the frame itself.
    /// - Returns: Nil if nothing is shown at the time, because it is before the first frame, or the frame hasn't been
    ///   read yet, or the item has failed, as `AVPlayerItem.error` says.
    public func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        guard let frame = frame(at: itemTime) else { return nil }
        state.withLock { $0.acquired = frame.time }
        outItemTimeForDisplay?.pointee = frame.time
        return frame.pixelBuffer
    }

    private func frame(at time: CMTime) -> TimedFrame? {
        let frames = state.withLock { $0.frames }
        do { return try frames?.frame(at: time) } catch {
            item?.fail(error)
            return nil
        }
    }

    // MARK: For the item

    func detach(from item: AVPlayerItem) {
        guard forget(item) else { return }
        // The frames are released outside of the lock.
        let frames = state.withLock { state in
            defer { (state.frames, state.acquired) = (nil, nil) }
            return state.frames
        }
        frames?.cancel()
    }

    /// Begins to read at a time; see `FrameLookAhead.begin(at:then:)`.
    ///
    /// - Parameter number: The number of the item's source. Reading continues if it is that of the time before.
    func begin(
        _ source: any FrameSource, _ number: Int, at time: CMTime, then: (@Sendable (Bool) -> Void)?
    ) throws {
        let (old, isSame) = state.withLock { state in
            state.acquired = nil
            return (state.frames, state.sourceNumber == number)
        }
        if !isSame { old?.cancel() }
        let kept = isSame ? old : nil
        let frames = try kept ?? FrameLookAhead(source.makeReader(), prepare: conversion.convert)
        state.withLock { ($0.frames, $0.sourceNumber) = (frames, number) }
        if old != nil { announceFlush() }
        frames.begin(at: time) { [weak self] isFinished in
            if isFinished { self?.announceChange() }
            then?(isFinished)
        }
    }

    /// Waits until the frame of a time has been read, for tests on simulated clocks.
    package func waitUntilRead(for time: CMTime) { state.withLock { $0.frames }?.waitUntilRead(for: time) }
}
