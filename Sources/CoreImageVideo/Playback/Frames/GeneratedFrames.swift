import CoreImageEssentials
import Synchronization

/// Frames at a constant rate, which a closure makes. It isn't called for frames that are dropped.
final class GeneratedFrames: FrameSequence {
    let pacing = FramePacing.byClock
    private let frameDuration: CMTime
    private let count: Int?
    private let makeImage: @Sendable (CMTime) throws -> CIImage
    private let position = Mutex(0)

    /// - Parameters:
    ///   - frameDuration: A positive number of seconds.
    ///   - count: The number of frames; nil for any number.
    init(frameDuration: CMTime, count: Int?, makeImage: @escaping @Sendable (CMTime) throws -> CIImage) {
        (self.frameDuration, self.count, self.makeImage) = (frameDuration, count, makeImage)
    }

    func begin(at time: CMTime) throws {
        guard time.isNumeric, time > .zero, time.timescale > 0 else { return position.withLock { $0 = 0 } }
        let quotient =
            Int128(time.value) * Int128(frameDuration.timescale)
            / (Int128(time.timescale) * Int128(frameDuration.value))
        position.withLock { $0 = Int(clamping: quotient) }
    }

    func next() throws -> TimedFrame? {
        guard case .frame(let frame) = try nextIfAvailable() else { return nil }
        return frame
    }

    func nextIfAvailable() throws -> FrameLookAhead.Availability {
        let index = position.withLock { position -> Int? in
            guard count.map({ position < $0 }) ?? true else { return nil }
            defer { position += 1 }
            return position
        }
        guard let index else { return .end }
        let (value, overflows) = frameDuration.value.multipliedReportingOverflow(by: Int64(index))
        guard !overflows else { return .end }
        let time = CMTime(value: value, timescale: frameDuration.timescale)
        return .frame(
            TimedFrame(time: time, duration: frameDuration) { [makeImage] in
                FilteredImage(try makeImage(time))
            })
    }

    func cancel() {}
}
