import CoreImageEssentials

/// Reads frames ahead of their times, on a thread of its own, into a queue of limited length.
///
/// When reading begins at another time, what was read ahead is given up. Thread-safe.
package final class FrameLookAhead: Sendable {
    /// What is known of the next frame without waiting.
    package enum Availability: Sendable {
        /// The next frame, which is taken from the queue.
        case frame(TimedFrame)
        /// The next frame hasn't been read yet.
        case notYet
        /// There are no more frames.
        case end
    }

    /// The number of frames that are read ahead.
    package static let standardCapacity = 4
    /// Reading begins anew at the present time if it is later than all frames by more than this.
    private static let maximumLag = CMTime(value: 1, timescale: 1)

    private let queue: FrameQueue

    /// Creates a queue, and starts to read once ``begin(at:then:)`` is called.
    ///
    /// - Parameters:
    ///   - reader: The frames. The queue cancels it at last.
    ///   - capacity: The number of frames that are read ahead.
    ///   - prepare: What is done with each frame ahead of its time, such as a conversion of its pixels.
    package init(
        _ reader: any FrameReader, capacity: Int = standardCapacity,
        prepare: @escaping @Sendable (TimedFrame) throws -> TimedFrame = { $0 }
    ) {
        let queue = FrameQueue(reader, capacity: capacity, prepare: prepare)
        self.queue = queue
        // The thread doesn't hold this object, whose release ends it.
        let thread = Thread { queue.run() }
        thread.name = "CoreImage frames"
        thread.start()
    }

    deinit { cancel() }

    /// Gives up what was read ahead, and reads on at another time.
    ///
    /// - Parameter then: Called once, on any thread: with true when the first frame, the end or an error has been
    ///   reached, and with false if reading has begun anew before, or was cancelled.
    package func begin(at time: CMTime, then: (@Sendable (Bool) -> Void)? = nil) { queue.begin(at: time, then: then) }

    /// Ends reading. Calls that wait throw an error.
    package func cancel() { queue.cancel() }

    /// Waits for the next frame and takes it from the queue.
    ///
    /// - Returns: Nil at the end.
    /// - Throws: The reader's error, or `CancellationError`.
    package func next() throws -> TimedFrame? {
        try queue.withState { state in
            while state.frames.isEmpty, state.ending == nil { queue.wait() }
            return try state.takeFirst()
        }
    }

    /// Takes the next frame from the queue, if it has been read.
    package func nextIfAvailable() throws -> Availability {
        try queue.withState { state in
            guard !state.frames.isEmpty || state.ending != nil else { return .notYet }
            return try state.takeFirst().map { .frame($0) } ?? .end
        }
    }

    /// Returns the frame that is shown at a time, which stays in the queue, and gives up earlier ones. Nil if it hasn't
    /// been read yet, or if nothing is shown at the time.
    ///
    /// If all frames in the queue are too late by more than a second, reading begins anew at the time.
    ///
    /// - Throws: The reader's error, once the frames before it have passed.
    package func frame(at time: CMTime) throws -> TimedFrame? {
        let (frame, isBehind) = try queue.withState { state in
            while state.frames.count > 1, state.frames[1].time <= time { _ = state.frames.removeFirst() }
            if let first = state.frames.first, first.time <= time {
                let end = first.duration.isNumeric ? first.time + first.duration : first.time
                if state.frames.count == 1, end <= time, case .failure(let error) = state.ending { throw error }
                let isBehind =
                    state.ending == nil && state.frames.count == 1 && first.time + Self.maximumLag < time
                return (Optional(first), isBehind)
            }
            if state.frames.isEmpty, case .failure(let error) = state.ending { throw error }
            return (nil, false)
        }
        if isBehind { queue.resume(at: time) }
        return frame
    }

    /// Waits until the frame that is shown at a time has been read: until there is a later frame, or the end.
    package func waitUntilRead(for time: CMTime) {
        queue.withState { state in
            while state.ending == nil, state.frames.last.map({ $0.time <= time }) ?? true {
                if state.frames.count > 1 {
                    // All of these frames have passed but the last one.
                    state.frames.removeFirst(state.frames.count - 1)
                    queue.announce()
                }
                queue.wait()
            }
        }
    }

    /// The error that ended reading, once the frames before it have been taken; nil if there is none.
    package var error: (any Error)? {
        queue.withState { state in
            guard state.frames.isEmpty, case .failure(let error) = state.ending else { return nil }
            return error
        }
    }
}
