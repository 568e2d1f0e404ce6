import CoreImageEssentials
import Synchronization

/// What waits for a delegate: some frames, and notes of frames that were dropped. Thread-safe.
final class CaptureDelivery: Sendable {
    /// The number of frames that wait at most.
    static let limit = 8
    /// The number of notes that wait at most; further ones are left out.
    private static let noteLimit = 64

    private struct State: Sendable {
        var waiting: [(sample: CMSampleBuffer, isFrame: Bool)] = []
        /// Whether the delegate is being called, or will be.
        var isScheduled = false
        /// The number of frames that wait or with which the delegate is being called.
        var frames = 0
        var isCallingWithFrame = false
    }

    private let state = Mutex(State())

    /// Adds a frame, or a note that it was dropped. A frame becomes a note if too many are waiting, counting the one
    /// that the delegate works on.
    ///
    /// - Returns: Whether the delegate must be called with what is waiting.
    func add(_ sample: CMSampleBuffer, isFrame: Bool, limit: Int) -> Bool {
        state.withLock { state in
            let fits = isFrame && state.frames < limit
            if fits { state.frames += 1 } else { sample.invalidate() }
            if fits || state.waiting.count - state.frames < Self.noteLimit { state.waiting.append((sample, fits)) }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
    }

    /// Takes what is next; nil if there is nothing, and the call of the delegate ends.
    func next() -> (CMSampleBuffer, isFrame: Bool)? {
        state.withLock { state in
            if state.isCallingWithFrame { state.frames -= 1 }
            guard !state.waiting.isEmpty else {
                (state.isScheduled, state.isCallingWithFrame) = (false, false)
                return nil
            }
            let first = state.waiting.removeFirst()
            state.isCallingWithFrame = first.isFrame
            return first
        }
    }
}
