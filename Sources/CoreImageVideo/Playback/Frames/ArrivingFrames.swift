import CoreImageEssentials
import Synchronization

/// The newest frame of a camera. A frame that hasn't been taken when the next one arrives is dropped.
package final class ArrivingFrames: FrameSequence, @unchecked Sendable {
    package let pacing = FramePacing.byArrival
    private let condition = NSCondition()
    // The condition's lock protects what follows.
    private var newest: TimedFrame?
    private var dropped: [CMTime] = []
    private var ending: Result<Void, any Error>?
    private let onCancel: @Sendable () -> Void

    /// - Parameter onCancel: Called when no more frames are wanted.
    package init(onCancel: @escaping @Sendable () -> Void = {}) { self.onCancel = onCancel }

    /// Passes on a frame.
    package func arrive(_ frame: TimedFrame) {
        change {
            guard ending == nil else { return }
            if let newest { dropped.append(newest.time) }
            newest = frame
        }
    }

    /// Notes that a frame was lost before it arrived.
    package func lose(_ time: CMTime) { change { dropped.append(time) } }

    /// Ends the sequence, with the reason if it is an error. What arrived before can still be taken.
    package func finish(_ error: (any Error)? = nil) {
        change { if ending == nil { ending = error.map { .failure($0) } ?? .success(()) } }
    }

    /// Does nothing: time can't be turned back.
    package func begin(at time: CMTime) throws {}

    package func next() throws -> TimedFrame? {
        condition.lock()
        defer { condition.unlock() }
        while newest == nil, ending == nil { condition.wait() }
        return try take()
    }

    package func nextIfAvailable() throws -> FrameLookAhead.Availability {
        condition.lock()
        defer { condition.unlock() }
        guard newest != nil || ending != nil else { return .notYet }
        return try take().map { .frame($0) } ?? .end
    }

    package func takeDropped() -> [CMTime] {
        condition.lock()
        defer {
            dropped = []
            condition.unlock()
        }
        return dropped
    }

    package func cancel() {
        change {
            newest = nil
            ending = .failure(CancellationError())
        }
        onCancel()
    }

    private func take() throws -> TimedFrame? {
        defer { newest = nil }
        if let newest { return newest }
        try ending?.get()
        return nil
    }

    private func change(_ body: () -> Void) {
        condition.lock()
        body()
        condition.broadcast()
        condition.unlock()
    }
}
