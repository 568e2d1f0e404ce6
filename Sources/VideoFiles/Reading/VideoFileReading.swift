import Sandboxing
import Synchronization
import VideoExchange

/// A reading of a file: its frames and packets, one after the other. Thread-safe; calls wait for each other.
package final class VideoFileReading: Sendable {
    /// What a file has at a place.
    package enum Item: Sendable {
        /// A decoded frame. Frames come in the order in which they are shown.
        case frame(VideoFrame)
        /// A packet of a stream that isn't decoded. Packets come in the order of the file.
        case packet(MediaPacket)
    }

    /// The largest time stamp, such that sums and differences of a few don't overflow. Files can state any.
    private static let stampLimit: Int64 = 1 << 60

    private struct State: Sendable {
        var frames: SharedFrames?
        var outcome: Result<SessionSummary, VideoFileError>?
    }

    private let process: VideoWorkerProcess
    private let request: ReadingRequest
    private let description: VideoFileDescription
    private let turns: ReadingTurns
    private let generation: UInt32
    private let state = Mutex(State())
    private let damage = Mutex<[DamageReport]>([])

    init(
        _ process: VideoWorkerProcess, _ request: ReadingRequest, _ description: VideoFileDescription,
        _ turns: ReadingTurns, _ generation: UInt32
    ) {
        (self.process, self.request, self.description) = (process, request, description)
        (self.turns, self.generation) = (turns, generation)
    }

    /// Places at which frames were left out because of damage, so far. At most the first 1000 are kept.
    package var damages: [DamageReport] { damage.withLock { $0 } }

    /// What was read, once the end has been reached; nil before.
    package var summary: SessionSummary? { state.withLock { try? $0.outcome?.get() } }

    /// Waits for the next frame or packet.
    ///
    /// - Returns: Nil at the end.
    /// - Throws: The reason why reading can't continue. Later calls throw it again.
    package func next() throws(VideoFileError) -> Item? {
        let result = turns.take(generation) {
            state.withLock { state -> Result<Item?, VideoFileError> in
                do throws(VideoFileError) {
                    switch state.outcome {
                    case .success: return .success(nil)
                    case .failure(let error): return .failure(error)
                    case nil: return .success(try next(&state))
                    }
                } catch {
                    state.outcome = .failure(error)
                    return .failure(error)
                }
            }
        }
        guard let result else {
            throw VideoFileError(
                .cancelled, file: process.file, cause: "another reading of the same reader has begun",
                remedy: "Open a reader for each place at which the file is read.")
        }
        return try result.get()
    }

    /// Waits for the next frame, and leaves out packets.
    ///
    /// - Returns: Nil at the end.
    package func nextFrame() throws(VideoFileError) -> VideoFrame? {
        while let item = try next() {
            if case .frame(let frame) = item { return frame }
        }
        return nil
    }

    /// Waits for the next packet, and leaves out frames.
    ///
    /// - Returns: Nil at the end.
    package func nextPacket() throws(VideoFileError) -> MediaPacket? {
        while let item = try next() {
            if case .packet(let packet) = item { return packet }
        }
        return nil
    }

    private func next(_ state: inout State) throws(VideoFileError) -> Item? {
        while true {
            let message = try process.receive(limit: process.timeLimit)
            guard message.header.generation == generation else {
                try ignore(message)
                continue
            }
            switch message.header.kind {
            case .format: state.frames = try offerMemory(message, after: state.frames)
            case .frame: return .frame(try frame(message, state.frames))
            case .packet: return .packet(try packet(message))
            case .damage: note(try process.value(DamageReport.self, of: message))
            case .end:
                state.outcome = .success(try process.value(SessionSummary.self, of: message))
                state.frames = nil
                return nil
            default: throw process.malformed("a message of kind \(message.header.kind) isn't expected")
            }
        }
    }

    /// Handles what is left of an earlier reading.
    private func ignore(_ message: Message) throws(VideoFileError) {
        guard message.header.generation < generation else {
            throw process.malformed("it answers a request that wasn't made")
        }
        if message.header.kind == .frame, let frame = FrameMessage(message.body) {
            process.sendAtOnce(.release, SlotMessage(ring: frame.ring, slot: frame.slot).bytes)
        }
    }

    private func offerMemory(
        _ message: Message, after last: SharedFrames?
    ) throws(VideoFileError) -> SharedFrames {
        let request = try process.value(RingRequest.self, of: message)
        let (width, height) = (request.format.width, request.format.height)
        guard let layout = request.format.layout, width * height <= process.limits.pixels else {
            throw process.malformed("it announces frames of \(width) × \(height) pixels")
        }
        guard last.map({ request.ring > $0.number }) ?? true else {
            throw process.malformed("it asks for the same memory twice")
        }
        let frames: SharedFrames
        do throws(SharedMemoryError) { frames = try SharedFrames(request, layout, process) } catch {
            throw VideoFileError(
                .limit, file: process.file, cause: "\(error.bytes) bytes can't be shared for frames: \(error.reason)",
                remedy: SystemErrorRemedy.text(sharing: error.bytes))
        }
        let offer = RingOffer(ring: request.ring, slots: frames.ring.slots)
        try process.send(.ring, json: offer, files: [frames.ring.memory.descriptor.number])
        return frames
    }

    private func frame(_ message: Message, _ frames: SharedFrames?) throws(VideoFileError) -> VideoFrame {
        guard let index = request.decodedStream, let frame = FrameMessage(message.body), let frames,
            frame.ring == frames.number, let leavesFree = frames.take(frame.slot)
        else { throw process.malformed("a frame is in memory that it isn't allowed to use") }
        guard frame.duration >= 0 else { throw process.malformed("a frame has a negative duration") }
        try check([frame.time, frame.duration], "a frame")
        return VideoFrame(frame, in: frames, timeBase: description.streams[index].timeBase, copies: !leavesFree)
    }

    private func packet(_ message: Message) throws(VideoFileError) -> MediaPacket {
        guard let packet = MediaPacket(message.body), packet.data.count <= process.limits.packetBytes,
            request.copiedStreams.contains(Int(packet.stream))
        else { throw process.malformed("a packet has impossible sizes") }
        try check(
            [packet.presentationTime, packet.decodingTime].compactMap(\.self), "a packet of stream \(packet.stream)")
        return packet
    }

    /// Throws if a time stamp is too large to be computed with.
    private func check(_ stamps: [Int64], _ what: String) throws(VideoFileError) {
        guard let stamp = stamps.first(where: { $0.magnitude > Self.stampLimit.magnitude }) else { return }
        throw VideoFileError(
            .damaged, file: process.file, cause: "\(what) has the impossible time stamp \(stamp)",
            remedy: "Frames before it are good. ffmpeg writes new times: ffmpeg -i INPUT -vf setpts=N/FRAME_RATE/TB "
                + "OUTPUT")
    }

    private func note(_ report: DamageReport) {
        damage.withLock { if $0.count < 1000 { $0.append(report) } }
    }
}
