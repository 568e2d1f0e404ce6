import CoreImageEssentials
import Synchronization

/// Repeats and leaves out frames, so that there is one at every multiple of a duration.
final class GridFrameReader: FrameReader {
    private struct State: Sendable {
        var number: Int64 = 0
        /// The last frame that has begun, and the one after it.
        var current: TimedFrame?
        var following: TimedFrame?
        var hasEnded = false
    }

    private let reader: any FrameReader
    private let frameDuration: CMTime
    private let state = Mutex(State())

    /// - Parameter frameDuration: A positive number of seconds.
    init(_ reader: any FrameReader, frameDuration: CMTime) {
        (self.reader, self.frameDuration) = (reader, frameDuration)
    }

    func begin(at time: CMTime) throws {
        try reader.begin(at: time)
        let quotient =
            Int128(max(0, time.value)) * Int128(frameDuration.timescale)
            / (Int128(max(1, time.timescale)) * Int128(frameDuration.value))
        state.withLock { $0 = State(number: Int64(clamping: quotient)) }
    }

    func next() throws -> TimedFrame? {
        var state = state.withLock { $0 }
        defer { self.state.withLock { $0 = state } }
        while true {
            let (value, overflows) = frameDuration.value.multipliedReportingOverflow(by: state.number)
            guard !overflows, state.number < .max else { return nil }
            let time = CMTime(value: value, timescale: frameDuration.timescale)
            while !state.hasEnded {
                if state.following == nil { state.following = try reader.next() }
                guard let following = state.following else {
                    state.hasEnded = true
                    break
                }
                guard following.time <= time else { break }
                (state.current, state.following) = (following, nil)
            }
            guard let current = state.current else {
                // The source begins later, perhaps by a lot.
                guard let following = state.following, let number = number(notBefore: following.time) else {
                    return nil
                }
                state.number = max(state.number + 1, number)
                continue
            }
            let end = current.duration.isNumeric ? current.time + current.duration : current.time
            // The last frame is shown for its duration, and at least once.
            if state.hasEnded, time >= end, time - frameDuration >= current.time { return nil }
            state.number += 1
            return current.at(time, duration: frameDuration)
        }
    }

    /// Returns the number of the first time of the grid that isn't before a time; nil if there is none.
    private func number(notBefore time: CMTime) -> Int64? {
        guard time.isNumeric, time.timescale > 0 else { return nil }
        let product = Int128(time.value) * Int128(frameDuration.timescale)
        return Int64(exactly: product.dividedRoundingUp(by: Int128(time.timescale) * Int128(frameDuration.value)))
    }

    func cancel() { reader.cancel() }
}
