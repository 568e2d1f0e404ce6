import CFFmpeg
import VideoExchange

extension Reading {
    /// Notes that the packet that will be sent next is damaged.
    func noteDamagedPacket(_ reason: String, _ decoder: FrameDecoder) {
        let number = decoder.packetNumber + 1
        damage.add(
            DamageMark(packet: number, restart: number + 1, time: knownTime(packet.pointee.pts), reason: reason))
    }

    /// Handles the decoder's refusal of a packet.
    ///
    /// Frames before it that have been decoded already are good. With the policy of stopping, they are passed on, and
    /// reading ends. Otherwise reading continues, and frames that can be affected are left out.
    func noteRefusal(_ reason: String, _ decoder: FrameDecoder) throws(WorkerProblem) {
        takeLoggedDamage(decoder)
        let mark = damage.addRefusal(in: decoder.packetsInProgress, reason)
        guard request.damagePolicy == .stop, !positioning.isInFirstGroup, damage.base != nil, !isEnding,
            damage.isOpen(mark)
        else { return }
        isEnding = true
        if decoder.send(nil) == nil, try !receiveFrames() {
            // Reading continues elsewhere.
            isEnding = false
            return
        }
        try report(mark.reason)
    }

    /// Notes at the end of the file that the first group can't be trusted if frames are missing behind its last one.
    func checkFirstGroup(_ decoder: FrameDecoder) {
        takeLoggedDamage(decoder)
        if positioning.isInFirstGroup, damage.openDamage != nil || !positioning.dueTimes.isEmpty {
            positioning.firstGroupIsDoubtful = true
        }
    }

    /// Takes errors of the decoder into account, which it reports only in the log.
    private func takeLoggedDamage(_ decoder: FrameDecoder) {
        for number in LibraryLog.takeDamagedPackets() {
            damage.add(
                DamageMark(
                    packet: number, restart: number + 1, time: decoder.time(ofPacket: number),
                    reason: "the decoder has met an error"))
        }
    }

    private func report(_ reason: String) throws(WorkerProblem) {
        let log = LibraryLog.lines
        LibraryLog.clear()
        let detail = log.last.map { $0 == reason ? "" : ": \($0)" } ?? ""
        let codec = decodedStream.map { String(cString: avcodec_get_name($0.pointee.codecpar.pointee.codec_id)) }
        let cause = "the \(codec.map { $0 + " " } ?? "")stream is damaged (\(reason)\(detail))"
        guard request.damagePolicy == .skip else {
            throw WorkerProblem(.damaged, cause, time: currentTime, log: log)
        }
        summary.damages += 1
        link.send(.damage, generation: generation, json: DamageReport(time: currentTime, cause: cause))
        damage.isReported = true
    }

    /// Decides about the decoder's frame.
    ///
    /// - Returns: False if the frame is left out.
    func isUndamaged(_ decoder: FrameDecoder) throws(WorkerProblem) -> Bool {
        let number = decoder.framePacket
        let time = knownTime(decoder.frame.pointee.best_effort_timestamp)
        takeLoggedDamage(decoder)
        if decoder.frameIsMarked {
            let reason = "parts of a frame are missing or invalid"
            damage.add(DamageMark(packet: number, restart: number + 1, time: time, reason: reason))
        }
        if decoder.isKey, damage.damage(ofKeyPacket: number) == nil {
            if damage.base == nil { try checkBeginning(number, time) }
            damage.trust(number, time)
            return true
        }
        if damage.base == nil {
            guard isAfterHiddenKeyFrame(number, time) else {
                if damage.isReported { summary.skippedFrames += 1 }
                return false
            }
            damage.trust(damage.keyPacket, damage.keyPacketTime)
        }
        guard let mark = damage.damage(ofPacket: number, shownAt: time) else { return true }
        if positioning.isInFirstGroup {
            positioning.firstGroupIsDoubtful = true
            return false
        }
        if !damage.isReported { try report(mark.reason) }
        summary.skippedFrames += 1
        return false
    }

    /// Reports damage before the first frame that needs no others, if the frame at which decoding was to begin is
    /// missing. Damage that affects only frames that are shown before that one doesn't count, as in recordings that
    /// start in the middle.
    private func checkBeginning(_ number: Int64, _ time: Int64?) throws(WorkerProblem) {
        guard let early = damage.damage(ofPacket: number, shownAt: time), !damage.isReported,
            let expected = damage.keyPacketTime, let time, time > expected
        else { return }
        if positioning.isInFirstGroup {
            positioning.firstGroupIsDoubtful = true
        } else {
            try report(early.reason)
        }
    }

    /// Whether the frame comes after one that was decodable by itself and isn't shown.
    private func isAfterHiddenKeyFrame(_ number: Int64, _ time: Int64?) -> Bool {
        guard damage.keyFrameIsHidden, damage.damage(ofPacket: number, shownAt: time) == nil,
            let first = damage.keyPacketTime, let time
        else { return false }
        return time > first
    }

    /// Takes errors of the demuxer into account, which it reports only in the log.
    ///
    /// - Parameter isAtEnd: Whether the end of the file has been reached.
    func checkDemuxer(isAtEnd: Bool = false) throws(WorkerProblem) {
        damage.unreadablePackets = 0
        let errors = LibraryLog.demuxerErrors
        guard errors > damage.demuxerErrors || isAtEnd && damage.hasOpeningErrors && !positioning.isSearching else {
            return
        }
        damage.demuxerErrors = errors
        try noteLostData("data is missing or invalid")
    }

    /// Handles a packet that can't be read.
    func noteUnreadablePacket(_ code: Int32) throws(WorkerProblem) {
        damage.unreadablePackets += 1
        damage.demuxerErrors = LibraryLog.demuxerErrors
        guard damage.unreadablePackets == 1 else { return }
        try noteLostData(WorkerProblem("reading", code: code, .damaged).cause)
    }

    private func noteLostData(_ reason: String) throws(WorkerProblem) {
        let detail = LibraryLog.lines.last.map { ": \($0)" } ?? ""
        let cause = "the file is damaged or incomplete (\(reason)\(detail))"
        guard request.damagePolicy == .skip else {
            // The frames before the damage are good.
            if let decoder, decoder.send(nil) == nil { _ = try receiveFrames() }
            if decoder != nil { try flushCandidate() }
            throw WorkerProblem(.damaged, cause, time: currentTime, log: LibraryLog.lines)
        }
        LibraryLog.clear()
        summary.damages += 1
        link.send(.damage, generation: generation, json: DamageReport(time: currentTime, cause: cause))
        guard let decoder else { return }
        // The lost data was before the packet that has been read, or would have been read next.
        let number = decoder.packetNumber + 1
        damage.add(DamageMark(packet: number, restart: number, reason: reason))
        damage.isReported = true
    }

    /// Throws at the end of the file if the last frames, or all, couldn't be decoded.
    func checkForFrames() throws(WorkerProblem) {
        // Damage after the last frame.
        if let mark = damage.openDamage, !damage.isReported { try report(mark.reason) }
        guard summary.frames == 0, positioning.candidate == nil else { return }
        guard summary.undecodablePackets > 0, !damage.hasKeyPacket else { return }
        throw WorkerProblem(
            .damaged,
            "the stream has no key frame, so none of its \(summary.undecodablePackets) packets can be decoded",
            log: LibraryLog.lines)
    }
}
