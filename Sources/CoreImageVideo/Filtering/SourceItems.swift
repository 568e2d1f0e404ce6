import CoreImageEssentials
import Foundation
import PixelBuffers
import Synchronization
import VideoExchange
import VideoFiles

/// Reads frames as upright images, and packets. Calls mustn't overlap.
final class SourceItems: Sendable {
    private let reading: any VideoSourceReading
    private let plan: FilteringPlan
    private let converter: FrameConverter
    private let end: Int64?
    /// Packets of other streams can be behind the frames of their time by less than this.
    static let interleaving = RationalTime(value: 10, timescale: 1)
    private let lastEnd: Int64?
    private let passedEnd = Atomic(false)

    init(_ reading: any VideoSourceReading, _ plan: FilteringPlan, _ end: RationalTime?, _ name: String) {
        (self.reading, self.plan) = (reading, plan)
        converter = FrameConverter(file: name, track: plan.stream.video)
        self.end = end?.stampAtOrAfter(in: plan.stream.timeBase)
        lastEnd = end.map { ($0 + Self.interleaving).stampAtOrAfter(in: plan.stream.timeBase) }
    }

    /// Whether a frame has been read that isn't before the end of the range.
    var hasPassedEnd: Bool { passedEnd.load(ordering: .acquiring) }

    /// Waits for the next frame or packet. Frames behind the end of the range are left out.
    ///
    /// - Returns: Nil at the end.
    func next() throws -> FilteringRun.Item? {
        while let item = try reading.next() {
            switch item {
            case .packet(let packet): return .packet(packet)
            case .frame(let frame):
                if let end, frame.time >= end {
                    passedEnd.store(true, ordering: .releasing)
                    if plan.copied.isEmpty || lastEnd.map({ frame.time >= $0 }) ?? false { return nil }
                    continue
                }
                return .frame(try sourceFrame(frame))
            }
        }
        return nil
    }

    private func sourceFrame(_ frame: VideoFrame) throws -> SourceFrame {
        let size = CGSize(width: frame.layout.width, height: frame.layout.height)
        // Frames of another size than the file states first, as in recordings of television, fill the same picture.
        let stored = try CIImage(checking: try converter.buffer(of: frame)).scaled(from: size, to: plan.storedSize)
        return SourceFrame(
            time: frame.time, duration: duration(of: frame), image: plan.upright.image(of: stored))
    }

    /// Returns the duration of a frame. If it isn't known, and the file ends before another frame would usually come,
    /// the frame lasts until then.
    private func duration(of frame: VideoFrame) -> Int64 {
        let base = plan.stream.timeBase
        guard frame.duration <= 0, let end = plan.fileEnd?.time.nearestStamp(in: base),
            let rate = plan.stream.video?.averageFrameRate, rate.isPositive,
            let usual = RationalTime(stamp: 1, in: rate.inverse)?.stampAtOrAfter(in: base)
        else { return frame.duration }
        let rest = end.subtractingReportingOverflow(frame.time)
        return !rest.overflow && 1...max(usual, 1) ~= rest.partialValue ? rest.partialValue : frame.duration
    }
}
