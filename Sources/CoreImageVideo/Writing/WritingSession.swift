import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import PixelBuffers
import Synchronization
import VideoExchange
import VideoFiles

/// Writes the samples of inputs, on a queue of its own. Thread-safe.
///
/// The file is opened when every input has had a sample or is finished, as their formats aren't known before; and when
/// an input is full.
final class WritingSession: Sendable {
    private struct State: Sendable {
        var isWriting = true
        var error: AVError?
        var writer: VideoFileWriter?
        var start: CMTime?
        var end: CMTime?
    }

    /// What only the queue uses.
    private final class Contents: @unchecked Sendable {
        var inputs: [WritingInput] = []
        let context = CIContext()
    }

    /// Seconds for which a full input waits for the first samples of others.
    private static let patience = 10.0

    private let path: String
    private let request: WritingRequest
    private let queue = DispatchQueue(label: "CoreImage.video.writer", qos: .userInitiated)
    private let contents = Contents()
    private let state = Mutex(State())

    /// Creates a session.
    ///
    /// - Throws: `AVError` if the settings of an input can't be used.
    init(_ path: String, _ request: WritingRequest, _ inputs: [AVAssetWriterInput]) throws {
        (self.path, self.request) = (path, request)
        contents.inputs = try inputs.map(WritingInput.init)
    }

    var isWriting: Bool { state.withLock { $0.isWriting } }
    var error: AVError? { state.withLock { $0.error } }
    var hasStarted: Bool { state.withLock { $0.start != nil } }

    func start(at time: CMTime) { state.withLock { $0.start = time } }
    func end(at time: CMTime) { state.withLock { $0.end = time } }

    /// Ends writing with an error. Nothing is left of the file.
    func fail(_ error: any Error) {
        let writer = state.withLock { state in
            if state.isWriting { state.error = AVError.of(error, .unknown, writing: true) }
            state.isWriting = false
            return state.writer
        }
        writer?.cancel()
        queue.async { [self] in releaseIfEnded() }
    }

    /// Ends writing. Nothing is left of the file.
    func cancel() {
        let writer = state.withLock { state in
            state.isWriting = false
            return state.writer
        }
        writer?.cancel()
        queue.async { [self] in releaseIfEnded() }
    }

    /// Takes a sample. It is written later.
    func enqueue(_ sample: CMSampleBuffer, _ input: AVAssetWriterInput) -> Bool {
        guard hasStarted else {
            input.noteTaken()
            fail(
                AVError(
                    .operationNotAllowed, "A sample was appended before startSession(atSourceTime:). Call that first."))
            return false
        }
        queue.async { [self] in
            guard isWriting, let own = contents.inputs.first(where: { $0.input === input }) else {
                input.noteTaken()
                return
            }
            perform { try take(sample, own) }
        }
        return true
    }

    /// Opens the file if only this input was awaited.
    func noteFinished(_ input: AVAssetWriterInput) { queue.async { [self] in perform { try openIfKnown() } } }

    /// Writes what is left, and gives the file its name.
    func finish(_ completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            perform {
                guard isWriting else { return }
                try openIfKnown(isForced: true)
                for input in contents.inputs { try writeLastFrame(of: input) }
                guard let writer = state.withLock({ $0.writer }) else { return }
                try writer.finish()
                state.withLock { $0.isWriting = false }
            }
            completion()
        }
    }

    private func perform(_ body: () throws -> Void) {
        do { try body() } catch { fail(error) }
        releaseIfEnded()
    }

    private func releaseIfEnded() {
        guard !isWriting else { return }
        // Calls that wait for room return.
        for input in contents.inputs {
            for _ in input.early { input.input.noteTaken() }
        }
        // Inputs keep the session.
        contents.inputs = []
        state.withLock { $0.writer = nil }
    }

    private func take(_ sample: CMSampleBuffer, _ input: WritingInput) throws {
        guard state.withLock({ $0.writer }) == nil else {
            defer { input.input.noteTaken() }
            try write(sample, input)
            return
        }
        input.early.append(sample)
        try openIfKnown()
        guard input.input.isFull, state.withLock({ $0.writer }) == nil else { return }
        // Other inputs get their first samples soon, unless the program waits for this one.
        queue.asyncAfter(deadline: .now() + Self.patience) { [self] in perform { try openIfKnown(isForced: true) } }
    }

    private func openIfKnown(isForced: Bool = false) throws {
        let inputs = contents.inputs
        guard state.withLock({ $0.writer == nil && $0.isWriting }), isForced || inputs.allSatisfy(\.isKnown) else {
            return
        }
        var request = request
        for input in inputs {
            guard let stream = try input.describe(request.container, path) else { continue }
            input.stream = request.streams.count
            request.streams.append(stream)
        }
        guard !request.streams.isEmpty else {
            throw AVError(.operationNotAllowed, "\(path): no sample was appended, so that there is nothing to write.")
        }
        let writer = try VideoFileWriter(path: path, request, replaces: false)
        let isWriting = state.withLock { state in
            state.writer = writer
            return state.isWriting
        }
        if !isWriting { writer.cancel() }
        for input in inputs {
            // What is left after an error is given up by `releaseIfEnded`.
            while !input.early.isEmpty {
                let sample = input.early.removeFirst()
                defer { input.input.noteTaken() }
                try write(sample, input)
            }
        }
    }

    private func write(_ sample: CMSampleBuffer, _ input: WritingInput) throws {
        let (writer, start) = state.withLock { ($0.writer, $0.start ?? .zero) }
        guard let writer, let stream = input.stream else { return }
        if let buffer = sample.imageBuffer, input.settings != nil {
            guard sample.presentationTimeStamp.isNumeric else {
                throw AVError(.operationNotAllowed, "A frame was appended whose time isn't a number.")
            }
            let time = stamp(sample.presentationTimeStamp - start, input)
            guard time >= 0 else { return }
            let duration = sample.duration.isNumeric ? stamp(sample.duration, input) : 0
            if let waiting = input.waiting {
                guard time > waiting.time else {
                    throw AVError(
                        .operationNotAllowed,
                        "A frame was appended whose time, \(sample.presentationTimeStamp.seconds) s, isn't after that of "
                            + "the frame before it. Append frames in the order of their times.",
                        time: sample.presentationTimeStamp)
                }
                try encode(waiting, waiting.duration > 0 ? waiting.duration : time - waiting.time, input, writer)
            }
            input.waiting = WaitingFrame(buffer: buffer, time: time, duration: duration)
            return
        }
        guard input.settings == nil, var packet = sample.packetFacts as? MediaPacket else {
            throw AVError(
                .operationNotSupportedForAsset,
                "A sample doesn't suit its input: inputs with output settings take frames, and others take packets that "
                    + "a reader's output without settings gave.")
        }
        let (shown, decoded) = (sample.presentationTimeStamp, sample.decodeTimeStamp)
        packet.presentationTime = shown.isNumeric ? stamp(shown - start, input) : nil
        packet.decodingTime = decoded.isNumeric ? stamp(decoded - start, input) : nil
        // Other containers have no list of edits, by which a packet can begin before the start.
        let isEarly = (packet.presentationTime ?? packet.decodingTime ?? 0) < 0
        if isEarly, ![.mp4, .mov].contains(request.container) { return }
        try writer.append(packet, to: stream)
    }

    private func writeLastFrame(of input: WritingInput) throws {
        let (writer, start, end) = state.withLock { ($0.writer, $0.start ?? .zero, $0.end) }
        guard let writer, let last = input.waiting else { return }
        input.waiting = nil
        let rest = end.map { stamp($0 - start, input) - last.time }
        let duration = rest.flatMap { $0 > 0 ? $0 : nil } ?? (last.duration > 0 ? last.duration : input.lastDuration)
        try encode(last, duration, input, writer)
    }

    private func encode(
        _ frame: WaitingFrame, _ duration: Int64, _ input: WritingInput, _ writer: VideoFileWriter
    ) throws {
        guard let stream = input.stream, let frames = input.frames else { return }
        input.lastDuration = duration
        let target = try writer.nextFrame(of: stream)
        if !frames.copyCodes(of: frame.buffer, to: target) {
            guard let made = frames.frame(for: target) else {
                throw AVError(.outOfMemory, "\(path): there is no memory for a frame.")
            }
            let image = try CIImage(checking: frame.buffer)
            let size = CGSize(width: target.layout.width, height: target.layout.height)
            try contents.context.renderPixelBuffer(image.scaled(from: image.extent.size, to: size), to: made.buffer)
            made.finish()
        }
        try writer.append(target, time: frame.time, duration: duration)
    }

    private func stamp(_ time: CMTime, _ input: WritingInput) -> Int64 {
        time.nearestStamp(in: input.timeBase)
    }
}
