import CoreImageEssentials
import Synchronization

/// The frames of a source as a composition shows them.
final class CompositionFrames: FrameSource {
    private let source: any FrameSource
    private let plan: CompositionPlan
    private let grid: CMTime?

    /// - Throws: The reason why the composition can't be used.
    init(_ source: any FrameSource, _ plan: CompositionPlan) throws {
        try plan.check()
        (self.source, self.plan) = (source, plan)
        grid = try plan.grid().map { CMTime(value: CMTimeValue($0.numerator), timescale: $0.denominator) }
    }

    var duration: CMTime { source.duration }
    var presentationSize: CGSize { plan.renderSize }

    func makeReader() throws -> any FrameReader {
        let reader = try source.makeReader()
        let timed = grid.map { GridFrameReader(reader, frameDuration: $0) } ?? reader
        return CompositionFrameReader(timed, plan)
    }
}

/// Applies the filter of a composition to frames.
private final class CompositionFrameReader: FrameReader {
    private let reader: any FrameReader
    private let plan: CompositionPlan
    private let pending = PendingReply()

    init(_ reader: any FrameReader, _ plan: CompositionPlan) { (self.reader, self.plan) = (reader, plan) }

    func begin(at time: CMTime) throws { try reader.begin(at: time) }

    func next() throws -> TimedFrame? {
        guard let frame = try reader.next() else { return nil }
        return TimedFrame(time: frame.time, duration: frame.duration, size: plan.renderSize) { [plan, pending] in
            let image = try frame.filtered().image
            return try plan.filter.applyAndWait(to: image, at: frame.time, renderSize: plan.renderSize, pending)
        }
    }

    func cancel() {
        pending.cancel()
        reader.cancel()
    }
}
