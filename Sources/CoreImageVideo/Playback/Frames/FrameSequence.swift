import CoreImageEssentials

/// How a player of frames follows the times of a source.
package enum FramePacing: Sendable {
    /// Frames are shown at their times.
    case byClock
    /// Frames are shown at their times; if the source was late, all further frames are later by as much.
    case byClockAfterArrival
    /// Frames are shown as soon as they arrive.
    case byArrival
}

/// The frames that a player shows, one after the other. Used by one thread at a time, except for ``cancel()``.
package protocol FrameSequence: AnyObject, Sendable {
    /// How the player follows the times.
    var pacing: FramePacing { get }

    /// Begins at a time: the next frame is the one that is shown then, or the first one after it.
    func begin(at time: CMTime) throws

    /// Waits for the next frame. Returns nil at the end.
    func next() throws -> TimedFrame?

    /// Returns the next frame, if that is possible without waiting.
    func nextIfAvailable() throws -> FrameLookAhead.Availability

    /// Returns the times of frames that the sequence has dropped since the last call.
    func takeDropped() -> [CMTime]

    /// Ends the sequence. A call that waits returns or throws soon. Thread-safe.
    func cancel()
}

extension FrameSequence {
    package func takeDropped() -> [CMTime] { [] }
}

/// The frames of a reader, which are read ahead.
package final class ReadFrames: FrameSequence {
    package let pacing: FramePacing
    private let frames: FrameLookAhead

    package init(_ reader: any FrameReader, pacing: FramePacing = .byClock) {
        self.pacing = pacing
        frames = FrameLookAhead(reader)
    }

    package func begin(at time: CMTime) throws { frames.begin(at: time) }
    package func next() throws -> TimedFrame? { try frames.next() }
    package func nextIfAvailable() throws -> FrameLookAhead.Availability { try frames.nextIfAvailable() }
    package func cancel() { frames.cancel() }
}
