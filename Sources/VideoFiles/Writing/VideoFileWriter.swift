import ChildProcesses
import Foundation
import Glibc
import Sandboxing
import Synchronization
import UntrustedInput
import VideoExchange

/// Writes a video file in a sandboxed process.
///
/// A file appears under its name only when it is complete: until then it has no name, and nothing is left of it if the
/// writer is released, cancelled, or fails. Thread-safe; frames of a stream must be appended in the order of their
/// times.
package final class VideoFileWriter: Sendable {
    private enum State: Sendable {
        case writing
        case finished
        case failed(VideoFileError)
    }

    /// The encoders' names, one for each stream; empty for one that is copied.
    package let encoders: [String]
    /// The optional streams that the container can't hold. Their packets are left out.
    package let omissions: [StreamOmission]

    /// Time to wait for the end of the process that has written a part of a file.
    private static let exitTimeout = Duration.seconds(5)

    private let request: WritingRequest
    private let process: VideoWorkerProcess
    private let slots: [EncoderSlots?]
    private let state = Mutex(State.writing)
    private let output: OutputTarget
    /// Held while messages are received.
    private let receiving = Mutex(())

    /// Begins to write a file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - request: The container and the streams.
    ///   - replaces: Whether an existing file is replaced. If not, finishing fails if there is one.
    package convenience init(
        path: String, _ request: WritingRequest, replaces: Bool = true, limits: VideoLimits = .init(),
        program: URL? = nil
    ) throws(VideoFileError) {
        let output: OutputTarget
        do throws(AtomicFile.Failure) { output = try OutputTarget(path: path, replaces: replaces) } catch {
            throw VideoFileError(
                .inputOutput, file: path,
                cause: "the file can't be written: \(String(cString: strerror(error.code)))",
                remedy: SystemErrorRemedy.text(error.code))
        }
        try self.init(output, named: path, request, limits, program)
    }

    /// Begins to write to an open file or pipe. A pipe gets each byte when it is known; for MP4 and MOV this means
    /// fragments.
    ///
    /// - Parameter name: The file's name in messages.
    package convenience init(
        descriptor: FileDescriptor, name: String, _ request: WritingRequest, limits: VideoLimits = .init(),
        program: URL? = nil
    ) throws(VideoFileError) {
        var request = request
        let output = OutputTarget(descriptor)
        request.isSeekable = output.isSeekable
        try self.init(output, named: name, request, limits, program)
    }

    /// Starts the program for the next file to write, on another thread, so that it needn't be waited for later.
    package static func startInAdvance() { StartedVideoWorker.startInAdvance() }

    private init(
        _ output: OutputTarget, named name: String, _ request: WritingRequest, _ limits: VideoLimits, _ program: URL?
    ) throws(VideoFileError) {
        (self.output, self.request) = (output, request)
        process = try VideoWorkerProcess.beginWork(
            .write(request), on: output.descriptor, named: name, limits, program: program,
            waiting: program == nil ? StartedVideoWorker.takeWaiting() : nil)
        let message = try process.receive(limit: process.timeLimit)
        guard message.header.kind == .accepted else { throw process.malformed("it doesn't accept the streams") }
        let answer = try process.value(WritingAnswer.self, of: message)
        guard answer.encoders.count == request.streams.count,
            answer.omissions.allSatisfy({ Self.isOptional($0.stream, in: request) })
        else { throw process.malformed("it has other streams") }
        omissions = answer.omissions
        encoders = answer.encoders.map { printable($0) }
        var slots: [EncoderSlots?] = []
        let videos = request.streams.count { if case .video = $0 { true } else { false } }
        for (index, stream) in request.streams.enumerated() {
            guard case .video(let encoding) = stream else {
                slots.append(nil)
                continue
            }
            slots.append(try Self.share(encoding, as: index, of: videos, process))
        }
        self.slots = slots
    }

    private static func isOptional(_ stream: Int, in request: WritingRequest) -> Bool {
        guard request.streams.indices.contains(stream), case .copied(let source) = request.streams[stream] else {
            return false
        }
        return source.isOptional
    }

    /// Creates the memory for a stream's frames, and shares it with the worker.
    private static func share(
        _ encoding: VideoEncoding, as index: Int, of videos: Int, _ process: VideoWorkerProcess
    ) throws(VideoFileError) -> EncoderSlots {
        guard let layout = encoding.format.layout else { throw process.malformed("it accepts an impossible size") }
        let count = min(max(process.limits.frameMemory / videos / layout.byteCount, 2), 6)
        let ring: FrameRing
        do throws(SharedMemoryError) {
            ring = try FrameRing(layout: layout, slots: count, workersMayWrite: false)
        } catch {
            throw VideoFileError(
                .limit, file: process.file, cause: "\(error.bytes) bytes can't be shared for frames: \(error.reason)",
                remedy: SystemErrorRemedy.text(sharing: error.bytes))
        }
        let offer = RingOffer(ring: UInt32(index), slots: count)
        try process.send(.ring, json: offer, files: [ring.memory.descriptor.number])
        return EncoderSlots(ring)
    }

    /// Waits for memory for the next frame of a stream.
    ///
    /// - Throws: An error of the kind `invalidRequest` if the stream has none, or if the caller keeps all of its
    ///   frames.
    package func nextFrame(of stream: Int) throws(VideoFileError) -> WritableVideoFrame {
        try perform { () throws(VideoFileError) in
            guard request.streams.indices.contains(stream), let slots = slots[stream] else {
                throw misuse("stream \(stream) takes no frames")
            }
            while true {
                try takeMessages()
                if let (slot, number) = slots.take() {
                    return WritableVideoFrame(stream: stream, slot: slot, number: number, slots)
                }
                guard slots.workerHasSome else {
                    throw misuse("\(slots.ring.slots) frames are kept without being appended")
                }
                try exclusively { () throws(VideoFileError) in
                    // Another thread may have received the message that a slot is free.
                    if slots.mustWait { _ = try take(try process.receive(limit: process.timeLimit)) }
                }
            }
        }
    }

    /// Encodes a frame. Its memory must not be changed any more.
    ///
    /// - Parameters:
    ///   - time: The time at which it is shown, in the stream's time base; later than that of the frame before.
    ///   - duration: For how long it is shown; 0 for as long as the stream's frame rate says, or until the next one.
    ///   - isKeyFrame: Whether the frame must be decodable without others. Encoders add such frames by themselves.
    package func append(
        _ frame: WritableVideoFrame, time: Int64, duration: Int64 = 0, isKeyFrame: Bool = false
    ) throws(VideoFileError) {
        try perform { () throws(VideoFileError) in
            guard let slots = slots[frame.stream], slots.handOver(frame.slot, frame: frame.number) else {
                throw misuse("a frame is appended twice")
            }
            let message = FrameMessage(
                ring: UInt32(frame.stream), slot: frame.slot, time: time, duration: duration,
                flags: isKeyFrame ? [.key] : [])
            try process.send(.frame, message.bytes)
        }
    }

    /// Copies a frame and encodes it. The arrangement of samples and the size must be those of the stream.
    package func append(
        _ frame: VideoFrame, to stream: Int, time: Int64? = nil, duration: Int64? = nil
    ) throws(VideoFileError) {
        let target = try nextFrame(of: stream)
        guard frame.layout == target.layout else {
            throw misuse(
                "a frame has \(frame.layout.width) × \(frame.layout.height) pixels of the format "
                    + "\(frame.layout.format.rawValue), and stream \(stream) has other ones")
        }
        frame.withUnsafeBytes { source in target.withUnsafeMutableBytes { $0.copyMemory(from: source) } }
        try append(target, time: time ?? frame.time, duration: duration ?? frame.duration)
    }

    /// Stores a packet of another file, unless its stream is one of ``omissions``.
    ///
    /// - Parameters:
    ///   - packet: The packet, with its times in the time base of its own stream.
    ///   - stream: The number of the stream of this file.
    package func append(_ packet: MediaPacket, to stream: Int) throws(VideoFileError) {
        try perform { () throws(VideoFileError) in
            guard request.streams.indices.contains(stream), slots[stream] == nil else {
                throw misuse("stream \(stream) takes no packets")
            }
            try takeMessages()
            if omissions.contains(where: { $0.stream == stream }) { return }
            var packet = packet
            packet.stream = UInt32(stream)
            try process.send(.packet, packet.bytes)
        }
    }

    /// Finishes the file, which then appears under its name.
    ///
    /// - Returns: What has been written.
    @discardableResult
    package func finish() throws(VideoFileError) -> SessionSummary {
        try perform { () throws(VideoFileError) in
            try process.send(.finish)
            let summary = try exclusively { () throws(VideoFileError) in
                while true {
                    if let summary = try take(try process.receive(limit: process.timeLimit)) { return summary }
                }
            }
            try commit()
            process.cancel()
            return summary
        } then: {
            $0 = .finished
        }
    }

    /// Gives the file its name although writing has failed, so that what was finished before can be used.
    ///
    /// - Throws: An error if the container can't be played without its end, or no frame can be decoded. Then nothing is
    ///   left, and an existing file stays.
    package func keepFinishedPart() throws(VideoFileError) {
        let isFragmented = [.mp4, .mov].contains(request.container) && request.arrangement == .fragmented
        guard request.container.isPlayableWhenCutOff || isFragmented else {
            throw misuse(
                "what was written of \(request.container.rawValue) can't be played without its end",
                remedy: "Write fragments or Matroska to keep what is finished.")
        }
        process.cancel(waiting: Self.exitTimeout)
        if output.isNamed {
            FinishedPart(output.descriptor)?.trim(request.container)
            try checkForFrame()
        }
        try commit()
    }

    /// Throws if no frame of the finished part can be decoded, such as when the encoder ended before its first packet.
    private func checkForFrame() throws(VideoFileError) {
        let reader = try VideoFileReader(
            descriptor: output.descriptor, name: process.file, nameExtension: request.container.extensions[0],
            limits: process.limits)
        guard try reader.frames().nextFrame() != nil else { throw misuse("no frame was finished") }
    }

    /// Ends the process. Nothing is left of the file. Calls that wait, and later ones, throw an error of the kind
    /// `cancelled`.
    package func cancel() { process.cancel() }

    /// The number of the process, for tests.
    var processIdentifier: Int32 { process.identifier }

    private func commit() throws(VideoFileError) {
        do throws(AtomicFile.Failure) { try output.commit() } catch {
            throw VideoFileError(
                .inputOutput, file: process.file,
                cause: "the finished file can't get its name: \(String(cString: strerror(error.code)))",
                remedy: SystemErrorRemedy.text(error.code))
        }
    }

    private func misuse(_ cause: String, remedy: String = "") -> VideoFileError {
        VideoFileError(.invalidRequest, file: process.file, cause: cause, remedy: remedy)
    }

    /// Calls `body` unless writing has ended, and keeps the error that ends it.
    private func perform<Result>(
        _ body: () throws(VideoFileError) -> Result, then change: (inout State) -> Void = { _ in }
    ) throws(VideoFileError) -> Result {
        switch state.withLock({ $0 }) {
        case .writing: break
        case .finished: throw misuse("the file is finished already")
        case .failed(let error): throw error
        }
        do throws(VideoFileError) {
            let result = try body()
            state.withLock { change(&$0) }
            return result
        } catch {
            if error.kind != .invalidRequest { state.withLock { $0 = .failed(error) } }
            throw error
        }
    }

    /// Handles the messages that are there.
    private func takeMessages() throws(VideoFileError) {
        try exclusively { () throws(VideoFileError) in
            while process.hasMessage { _ = try take(try process.receive(limit: process.timeLimit)) }
        }
    }

    /// Calls `body` while no other thread receives messages.
    private func exclusively<Result: Sendable>(
        _ body: () throws(VideoFileError) -> Result
    ) throws(VideoFileError) -> Result {
        let result = receiving.withLock { _ in
            Swift.Result<Result, VideoFileError> { () throws(VideoFileError) in try body() }
        }
        return try result.get()
    }

    /// Handles a message. Returns what has been written if the file is complete.
    private func take(_ message: Message) throws(VideoFileError) -> SessionSummary? {
        switch message.header.kind {
        case .release:
            guard let slot = SlotMessage(message.body), slot.ring < UInt32(slots.count),
                let stream = slots[Int(slot.ring)], stream.giveBack(slot.slot)
            else { throw process.malformed("it gives back memory that it doesn't have") }
            return nil
        case .progress: return nil
        case .end: return try process.value(SessionSummary.self, of: message)
        default: throw process.malformed("a message of kind \(message.header.kind) isn't expected")
        }
    }
}
