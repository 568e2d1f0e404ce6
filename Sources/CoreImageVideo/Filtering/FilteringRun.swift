import CoreImageEssentials
import PixelBuffers
import VideoExchange
import VideoFiles

/// A frame of a source with its upright image.
struct SourceFrame: Sendable {
    /// The time in units of the stream's time base.
    let time: Int64
    /// The duration in the same units; 0 if it isn't known.
    let duration: Int64
    /// The upright image, whose lower left corner is at the origin.
    let image: CIImage
}

/// What changes while a video is filtered.
struct FilteringRun {
    /// What a source has at a place.
    enum Item: Sendable {
        case frame(SourceFrame)
        case packet(MediaPacket)
    }

    let sink: any VideoSink
    let items: SourceItems
    var schedule: FrameSchedule<SourceFrame>
    var summary = FilteringSummary()

    /// Frames that were left out because they aren't shown later than the ones before them.
    var misplaced: [DamageReport] = []
    /// The time of the last frame.
    private var lastTime: Int64?
    private let leavesOutDamage: Bool
    private let name: String
    private let plan: FilteringPlan
    private let start: RationalTime?
    /// The time of the source that becomes 0.
    private let origin: RationalTime?
    private let end: RationalTime?
    /// Numbers of copied streams with what follows the end of the range.
    private var endedStreams: Set<Int> = []
    /// Numbers of copied streams that the sink can't hold.
    private var omittedCopies: Set<Int> = []
    private let keepsEarlyPackets: Bool

    init(
        _ plan: FilteringPlan, _ request: FilteringRequest, _ reading: any VideoSourceReading, _ sink: any VideoSink,
        _ name: String
    ) {
        (self.plan, self.sink, start, end) = (plan, sink, request.start, request.end)
        origin = request.start ?? request.origin
        (self.name, leavesOutDamage) = (name, request.damagePolicy == .skip)
        items = SourceItems(reading, plan, request.end, name)
        schedule = FrameSchedule(
            sourceBase: plan.stream.timeBase, start: request.start, end: request.end,
            frameDuration: request.frameDuration, origin: request.origin)
        // These containers have lists of edits, by which a packet can begin before the start.
        keepsEarlyPackets = [.mp4, .mov].contains(request.container)
        for var omission in sink.omissions where plan.copied.indices.contains(omission.stream - 1) {
            // Nothing of them is waited for.
            endedStreams.insert(omission.stream - 1)
            omittedCopies.insert(omission.stream - 1)
            omission.stream = plan.copied[omission.stream - 1].index
            summary.omissions.append(omission)
        }
        summary.omittedStreams = (plan.omitted + summary.omissions.map(\.stream)).sorted()
    }

    /// Whether all that is in the range has been read.
    var isComplete: Bool { items.hasPassedEnd && endedStreams.count == plan.copied.count }

    /// Whether a frame is shown later than the ones before it, as those of a result must be.
    ///
    /// - Throws: An error of the kind `damaged` if it isn't, unless damaged frames are left out.
    mutating func isInOrder(_ frame: SourceFrame) throws(VideoFileError) -> Bool {
        guard let last = lastTime, frame.time <= last else {
            lastTime = frame.time
            return true
        }
        let time = RationalTime(stamp: frame.time, in: plan.stream.timeBase)
        let cause = "a frame isn't shown later than the one before it"
        guard leavesOutDamage else { throw VideoFileError(.damaged, file: name, time: time, cause: cause) }
        if misplaced.count < 1000 { misplaced.append(DamageReport(time: time, cause: cause)) }
        return false
    }

    /// Returns a packet with its times in the result, and the number of its stream there; nil if it is outside of the
    /// range.
    mutating func place(_ packet: MediaPacket) -> (MediaPacket, Int)? {
        guard let index = plan.copied.firstIndex(where: { $0.index == Int(packet.stream) }),
            !omittedCopies.contains(index)
        else { return nil }
        let base = plan.copied[index].timeBase
        let time = packet.presentationTime ?? packet.decodingTime
        if let end, let time, time >= end.stampAtOrAfter(in: base) {
            // Packets of video come in another order than they are shown.
            if plan.copied[index].kind != .video { endedStreams.insert(index) }
            return nil
        }
        let shift = origin?.stampAtOrAfter(in: base)
        if plan.copied[index].kind == .subtitle, packet.duration > 0, let time {
            // What is shown while the range begins or ends is shown for as long as it is inside.
            let first = start == nil ? time : max(time, shift ?? time)
            let last = min(time + packet.duration, end?.stampAtOrAfter(in: base) ?? .max)
            guard first < last else { return nil }
            var part = packet
            (part.presentationTime, part.decodingTime, part.duration) = (first, first, last - first)
            return (part.movedBack(by: shift ?? 0), index + 1)
        }
        guard let shift else { return (packet, index + 1) }
        if start != nil, let time, time < shift, !keepsEarlyPackets { return nil }
        return (packet.movedBack(by: shift), index + 1)
    }
}
