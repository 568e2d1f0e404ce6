import CFFmpeg
import Foundation
import VideoExchange

/// One pass through a file, from a start to its end or to the client's next request.
final class Reading {
    let request: ReadingRequest
    let generation: UInt32
    let file: InputFile
    let slots: FrameSlots
    let link: WorkerLink
    let limits: VideoLimits
    let decoder: FrameDecoder?
    var packet: UnsafeMutablePointer<AVPacket>!
    var summary = SessionSummary()

    /// The client's next request, which ends this pass.
    var successor: Message?
    /// The state of finding the first frame.
    var positioning: Positioning
    /// The state of looking for damage.
    var damage: DamageState
    /// Whether the last frames before damage are taken from the decoder, before reading ends.
    var isEnding = false
    /// Packets of the decoded stream since its last frame.
    var packetsWithoutFrame = 0
    /// The time after the last frame, in the time base of its stream.
    var timeAfterLastFrame: Int64?
    /// The last time stamp of a packet of the decoded stream.
    var lastPacketTime: Int64?

    init(
        _ request: ReadingRequest, generation: UInt32, _ file: InputFile, _ slots: FrameSlots, _ link: WorkerLink,
        _ limits: VideoLimits, isFirst: Bool
    ) throws(WorkerProblem) {
        (self.request, self.generation, self.file) = (request, generation, file)
        (self.slots, self.link, self.limits) = (slots, link, limits)
        let streams = request.copiedStreams + (request.decodedStream.map { [$0] } ?? [])
        for index in streams where !(0..<file.streamCount).contains(index) {
            throw WorkerProblem(.invalidRequest, "the file has no stream \(index)")
        }
        guard !streams.isEmpty else { throw WorkerProblem(.invalidRequest, "no stream is to be read") }
        if let index = request.decodedStream {
            guard file.stream(index).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO else {
                throw WorkerProblem(.invalidRequest, "stream \(index) has no pictures")
            }
            decoder = try FrameDecoder(file.stream(index), request, limits)
        } else {
            decoder = nil
        }
        positioning = Positioning(isAtStart: isFirst)
        damage = DamageState(file)
        packet = av_packet_alloc()
        guard packet != nil else { throw .memory }
    }

    deinit {
        av_packet_free(&packet)
        av_frame_free(&positioning.candidate)
    }

    /// Reads to the end.
    ///
    /// - Returns: The client's next request if it ended the pass, or nil at the end of the file.
    func run() throws(WorkerProblem) -> Message? {
        try position()
        reading: while successor == nil {
            takeMessages()
            let code = av_read_frame(file.context, packet)
            defer { av_packet_unref(packet) }
            if let failure = file.failure(at: currentTime) { throw failure }
            if code == coreimage_error_end {
                try checkDemuxer(isAtEnd: true)
                if try finish() { break reading }
                continue
            }
            guard code >= 0 else {
                try noteUnreadablePacket(code)
                if damage.unreadablePackets > DamageState.unreadablePacketLimit, try finish() { break reading }
                continue
            }
            try checkDemuxer()
            try take()
        }
        return successor
    }

    /// The stream that is decoded. Its address changes if the file is opened again.
    var decodedStream: UnsafeMutablePointer<AVStream>? { request.decodedStream.map { file.stream($0) } }

    /// Distributes the packet.
    private func take() throws(WorkerProblem) {
        let index = Int(packet.pointee.stream_index)
        if index == request.decodedStream {
            try decode()
        } else if request.copiedStreams.contains(index) {
            try copyPacket(of: file.stream(index))
        }
    }

    /// Handles messages that are there. A request to read something else ends this pass.
    func takeMessages() {
        while successor == nil, link.hasMessage {
            let message = link.receive()
            if !slots.take(message) { _ = isSuccessor(message) }
        }
    }

    /// Keeps a request to read something else. Returns whether the message is one.
    func isSuccessor(_ message: Message) -> Bool {
        guard message.header.kind == .begin else { return false }
        successor = message
        return true
    }

    /// Gives the decoder's last frames.
    ///
    /// - Returns: Whether this is the end. If not, reading begins at an earlier place.
    private func finish() throws(WorkerProblem) -> Bool {
        if let decoder {
            _ = decoder.send(nil)
            guard try receiveFrames() else { return false }
            checkFirstGroup(decoder)
            let isUnsure = positioning.isSearching || positioning.firstGroupIsDoubtful
            if isUnsure, try repositionEarlier() { return false }
            try flushCandidate()
            try checkForFrames()
        } else {
            try sendHeldPackets()
        }
        return true
    }
}
