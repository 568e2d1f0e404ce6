import CFFmpeg
import VideoExchange

/// The state of finding the first frame.
struct Positioning {
    /// Whether the file is at its start, as it was opened.
    var isAtStart: Bool
    /// The requested time in the time base of the decoded stream; nil once it has been passed.
    var target: Int64?
    /// Whether the place at which reading has begun may be too late.
    var isSearching = false
    /// The number of places that have been tried.
    var attempts = 0
    /// The last frame so far that isn't after the requested time.
    var candidate: UnsafeMutablePointer<AVFrame>?
    var candidateTime: Int64 = 0
    var candidateIsEstimated = false
    /// The times of packets of the first group that were given to the decoder, whose frames haven't come yet.
    var dueTimes: Set<Int64> = []
    /// The time of the last frame that was passed on.
    var lastSentTime: Int64?
    /// Whether the frame at the requested time has been passed on already, so that reading continues after it.
    var isAfterTarget = false
    /// Whether reading has begun in the middle of the file, and no second frame has come yet that needs no others. A
    /// decoder that begins at a frame can report errors in frames after it, if they mention frames before it.
    var isInFirstGroup = false
    /// Whether the decoder reported errors in the first group, so that its frames can't be trusted.
    var firstGroupIsDoubtful = false
    /// The frames so far that need no others.
    var keyFrames = 0
    /// Packets to be passed on when the place is known to be right.
    var heldPackets: [MediaPacket] = []
    var heldBytes = 0
}

extension Reading {
    /// The distances in seconds before the requested time at which reading begins, until a frame is found there that
    /// isn't later. A file's index may list a frame from which only later frames can be decoded: those that are shown
    /// before it, but stored after it, need frames before it. The last attempt is the start of the file.
    private static let distances: [Int64] = [0, 2, 8, 32, 128]
    private static let dueTimeLimit = 1024

    /// Goes to the place at which reading begins.
    func position() throws(WorkerProblem) {
        guard let start = request.start else {
            if !positioning.isAtStart { try file.reopen() }
            selectStreams()
            return
        }
        if let stream = decodedStream {
            positioning.target = start.stamp(in: Ratio(stream.pointee.time_base))
            positioning.isSearching = true
            selectStreams()
            _ = try repositionEarlier()
        } else if let index = request.copiedStreams.first {
            selectStreams()
            let stamp = start.stamp(in: Ratio(file.stream(index).pointee.time_base))
            guard file.isSeekable else { return }
            if av_seek_frame(file.context, Int32(index), stamp, AVSEEK_FLAG_BACKWARD) < 0 {
                try file.reopen()
                selectStreams()
            }
        }
    }

    /// Begins to read at the next earlier place.
    ///
    /// - Returns: False if there is none.
    func repositionEarlier() throws(WorkerProblem) -> Bool {
        if positioning.target == nil, let last = positioning.lastSentTime {
            (positioning.target, positioning.isAfterTarget) = (last, true)
        }
        guard let target = positioning.target, let stream = decodedStream else { return false }
        guard file.isSeekable else {
            // A pipe is read from its start.
            positioning.attempts += 1
            return positioning.attempts == 1
        }
        var isPlaced = false
        while !isPlaced, positioning.attempts < Self.distances.count, file.hasTimes {
            let distance = av_rescale_q(
                Self.distances[positioning.attempts], AVRational(num: 1, den: 1), stream.pointee.time_base)
            positioning.attempts += 1
            let (stamp, overflows) = target.subtractingReportingOverflow(distance)
            let first = knownTime(stream.pointee.start_time) ?? 0
            // The start of the file is the last attempt.
            guard !overflows, stamp > first else { break }
            isPlaced = av_seek_frame(file.context, stream.pointee.index, stamp, AVSEEK_FLAG_BACKWARD) >= 0
        }
        if !isPlaced {
            guard positioning.attempts <= Self.distances.count else { return false }
            positioning.attempts = Self.distances.count + 1
            try file.reopen()
            selectStreams()
        }
        decoder?.flush()
        damage = DamageState(file)
        av_frame_free(&positioning.candidate)
        positioning.isSearching = true
        (positioning.isInFirstGroup, positioning.firstGroupIsDoubtful) = (isPlaced, false)
        (positioning.keyFrames, positioning.dueTimes) = (0, [])
        positioning.heldPackets = []
        positioning.heldBytes = 0
        timeAfterLastFrame = nil
        return true
    }

    /// Makes the demuxer leave out the packets of streams that aren't read.
    private func selectStreams() {
        for index in 0..<file.streamCount {
            let isRead = index == request.decodedStream || request.copiedStreams.contains(index)
            file.stream(index).pointee.discard = isRead ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Notes the time of a packet that is given to the decoder.
    ///
    /// Frames of the first group that mention others before it can be left out by the decoder without an error.
    func noteDueTime(_ packet: AVPacket) {
        guard positioning.isInFirstGroup, let time = knownTime(packet.pts), packet.flags & AV_PKT_FLAG_DISCARD == 0,
            positioning.dueTimes.count < Self.dueTimeLimit, let first = damage.keyPacketTime, time >= first
        else { return }
        positioning.dueTimes.insert(time)
    }

    /// Notes that a frame has come. The first group can't be trusted if one before it hasn't.
    func noteShownTime(_ time: Int64) {
        guard positioning.isInFirstGroup else { return }
        if positioning.dueTimes.contains(where: { $0 < time }) { positioning.firstGroupIsDoubtful = true }
        positioning.dueTimes = positioning.dueTimes.filter { $0 > time }
    }

    /// Keeps a frame that may be the first one.
    func keepCandidate(
        _ frame: UnsafeMutablePointer<AVFrame>, _ time: Int64, isEstimated: Bool
    ) throws(WorkerProblem) {
        av_frame_free(&positioning.candidate)
        guard let copy = av_frame_clone(frame) else { throw .memory }
        (positioning.candidate, positioning.candidateTime) = (copy, time)
        positioning.candidateIsEstimated = isEstimated
    }

    /// Passes on the first frame, once it is known.
    func flushCandidate() throws(WorkerProblem) {
        (positioning.target, positioning.isAfterTarget) = (nil, false)
        guard let frame = positioning.candidate else { return }
        try send(frame, positioning.candidateTime, isEstimated: positioning.candidateIsEstimated)
        av_frame_free(&positioning.candidate)
    }
}
