import CFFmpeg
import VideoExchange

extension Reading {
    /// Decodes the packet and passes on the frames that result.
    func decode() throws(WorkerProblem) {
        guard let decoder else { return }
        let flags = packet.pointee.flags
        lastPacketTime = knownTime(packet.pointee.pts) ?? knownTime(packet.pointee.dts)
        if !damage.hasKeyPacket, !decoder.isIntraOnly {
            guard flags & AV_PKT_FLAG_KEY != 0 else {
                summary.undecodablePackets += 1
                try countPacketWithoutFrame()
                return
            }
            damage.hasKeyPacket = true
            damage.keyPacket = decoder.packetNumber + 1
            damage.keyPacketTime = knownTime(packet.pointee.pts)
            damage.keyFrameIsHidden = flags & AV_PKT_FLAG_DISCARD != 0
        }
        if flags & AV_PKT_FLAG_CORRUPT != 0 { noteDamagedPacket("a packet is incomplete", decoder) }
        try countPacketWithoutFrame()
        noteDueTime(packet.pointee)
        if let reason = decoder.send(packet) { try noteRefusal(reason, decoder) }
        _ = try receiveFrames()
    }

    private func countPacketWithoutFrame() throws(WorkerProblem) {
        packetsWithoutFrame += 1
        guard packetsWithoutFrame <= limits.packetsWithoutFrame else {
            throw WorkerProblem(
                .limit, "\(limits.packetsWithoutFrame) packets in a row give no frame", time: currentTime)
        }
    }

    /// Passes on the frames that the decoder has.
    ///
    /// - Returns: False if reading has begun at an earlier place, or was ended by the client.
    func receiveFrames() throws(WorkerProblem) -> Bool {
        guard let decoder else { return true }
        while successor == nil {
            if positioning.firstGroupIsDoubtful, positioning.lastSentTime != nil, try repositionEarlier() {
                return false
            }
            switch decoder.receive() {
            case .needsPacket, .end: return true
            case .failed(let reason): try noteRefusal(reason, decoder)
            case .frame:
                packetsWithoutFrame = 0
                guard try isUndamaged(decoder) else {
                    if isTargetMissed(decoder.frame), try repositionEarlier() { return false }
                    continue
                }
                guard try take(decoder.frame) else { return false }
            }
        }
        return false
    }

    /// Whether a frame that can't be trusted is at the requested time or after it.
    private func isTargetMissed(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard positioning.firstGroupIsDoubtful, let target = positioning.target else { return false }
        return (knownTime(frame.pointee.best_effort_timestamp) ?? target) >= target
    }

    /// Passes on a frame, or keeps it until it is known whether it is the first one.
    ///
    /// - Returns: False if reading has begun at an earlier place.
    private func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(WorkerProblem) -> Bool {
        let stamp = knownTime(frame.pointee.best_effort_timestamp)
        let time = stamp ?? timeAfterLastFrame ?? knownTime(decodedStream?.pointee.start_time ?? 0) ?? 0
        let duration = knownDuration(coreimage_frame_duration(frame))
        timeAfterLastFrame = time + (duration > 0 ? duration : knownDuration(usualDuration))
        noteShownTime(time)
        if coreimage_frame_is_key(frame) != 0 || decoder?.isIntraOnly == true { positioning.keyFrames += 1 }
        // The frame at the requested time may be missing in a doubtful group, if this one is after it.
        let isMissed = positioning.firstGroupIsDoubtful && positioning.target.map { time > $0 } ?? false
        if positioning.keyFrames > 1, !isMissed {
            (positioning.isInFirstGroup, positioning.firstGroupIsDoubtful) = (false, false)
        }
        guard let target = positioning.target else {
            if positioning.firstGroupIsDoubtful, try repositionEarlier() { return false }
            try send(frame, time, isEstimated: stamp == nil)
            return true
        }
        if positioning.firstGroupIsDoubtful {
            guard time >= target else { return true }
            if try repositionEarlier() { return false }
        }
        if positioning.isSearching {
            if time > target, try repositionEarlier() { return false }
            positioning.isSearching = false
            try sendHeldPackets()
        }
        if time <= target {
            if !positioning.isAfterTarget { try keepCandidate(frame, time, isEstimated: stamp == nil) }
        } else {
            try flushCandidate()
            try send(frame, time, isEstimated: stamp == nil)
        }
        return true
    }

    /// The duration of a frame according to the frame rate of the stream, in its time base.
    private var usualDuration: Int64 {
        guard let stream = decodedStream?.pointee else { return 0 }
        let rates = [stream.avg_frame_rate, stream.r_frame_rate]
        guard let rate = rates.map({ Ratio($0) }).first(where: \.isPositive) else { return 0 }
        return av_rescale_q(1, rate.inverse.rational, stream.time_base)
    }

    /// Copies a frame to shared memory and tells the client.
    func send(
        _ frame: UnsafeMutablePointer<AVFrame>, _ time: Int64, isEstimated: Bool
    ) throws(WorkerProblem) {
        let aspect = decodedStream.flatMap { Ratio($0.pointee.sample_aspect_ratio).known }
        let format = try FrameFormat(frame.pointee, aspectRatio: aspect)
        guard format.width * format.height <= limits.pixels else {
            throw WorkerProblem(
                .limit,
                "a frame has \(format.width) × \(format.height) pixels, above the limit of \(limits.pixels) pixels",
                time: currentTime)
        }
        guard try slots.prepare(format, generation: generation, other: isSuccessor),
            let slot = slots.next(other: isSuccessor)
        else { return }
        guard slots.withSlot(slot, { memory, layout in layout.copy(frame, to: memory) }) else {
            throw WorkerProblem(.library, "the decoder gave a frame without all planes", time: currentTime)
        }
        var flags: FrameFlags = isEstimated ? [.estimatedTime] : []
        if coreimage_frame_is_key(frame) != 0 { flags.insert(.key) }
        if coreimage_frame_is_interlaced(frame) != 0 { flags.insert(.interlaced) }
        if coreimage_frame_is_top_first(frame) != 0 { flags.insert(.topFieldFirst) }
        let message = FrameMessage(
            ring: slots.ringNumber, slot: slot, time: knownTime(time) ?? 0,
            duration: knownDuration(coreimage_frame_duration(frame)), flags: flags)
        link.send(.frame, generation: generation, message.bytes)
        summary.frames += 1
        positioning.lastSentTime = time
    }

    /// The time that has been reached, for messages.
    var currentTime: RationalTime? {
        guard let stream = decodedStream, let stamp = timeAfterLastFrame ?? lastPacketTime else { return nil }
        return RationalTime(stamp: stamp, in: Ratio(stream.pointee.time_base))
    }
}
