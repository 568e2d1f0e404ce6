import CoreImageEssentials
import Foundation
import Synchronization
import VideoExchange
import VideoFiles

/// Copies the tracks of a file into another one without decoding them. Thread-safe; it runs once.
///
/// A part of a file begins with the last frame before its start that is decodable by itself, as later ones can't be
/// decoded without it. In MP4 and MOV files, what is before the start isn't shown.
final class CopiedVideo: Sendable {
    private struct State: Sendable {
        var isCancelled = false
        var writer: VideoFileWriter?
    }

    private let reader: VideoFileReader
    private let request: FilteringRequest
    private let name: String
    private let report: @Sendable (Double) -> Void
    private let state = Mutex(State())

    init(
        _ reader: VideoFileReader, _ request: FilteringRequest, name: String,
        report: @escaping @Sendable (Double) -> Void
    ) {
        (self.reader, self.request, self.name, self.report) = (reader, request, name, report)
    }

    /// Ends the work. ``run(to:)`` throws `CancellationError`.
    func cancel() {
        let writer = state.withLock { state in
            state.isCancelled = true
            return state.writer
        }
        reader.cancel()
        writer?.cancel()
    }

    /// Copies all packets to a file, and waits for the end.
    func run(to path: String) throws {
        do { try copy(to: path) } catch {
            let (writer, isCancelled) = state.withLock { ($0.writer, $0.isCancelled) }
            writer?.cancel()
            throw isCancelled ? CancellationError() : error
        }
    }

    /// Returns what is read: packets from before the start of the part on, of which the gate chooses.
    private func reading(_ streams: [StreamDescription]) -> ReadingRequest {
        // Reading begins with a frame of the first stream that is decodable by itself.
        let pictures = streams.filter { $0.kind == .video }
        let others = streams.filter { $0.kind != .video }
        let early = request.start.map { $0 - SourceItems.interleaving }
        var reading = ReadingRequest(
            decodedStream: nil, copiedStreams: (pictures + others).map(\.index),
            start: early.flatMap { $0 > .zero ? $0 : nil })
        reading.keepsEarlierPackets = true
        return reading
    }

    private func copy(to path: String) throws {
        let file = reader.description
        let streams = file.streams.filter { [.video, .audio, .subtitle].contains($0.kind) && $0.codec != "none" }
        guard !streams.isEmpty else {
            throw VideoFileError(.unsupported, file: name, cause: "there is no stream to copy")
        }
        var writing = WritingRequest(container: request.container)
        writing.arrangement = request.arrangement
        writing.metadata = request.metadata ?? file.metadata.filter { $0.key != "encoder" }
        writing.chapters = file.chapters.compactMap { $0.cut(from: request.start, to: request.end) }
        writing.streams = streams.map { .copied(CopiedStream($0, isOptional: true)) }
        let writer = try VideoFileWriter(path: path, writing, replaces: false)
        let isCancelled = state.withLock { state in
            state.writer = writer
            return state.isCancelled
        }
        if isCancelled { throw CancellationError() }
        logOmissions(
            writer.omissions.map { omission in
                var omission = omission
                omission.stream = streams[omission.stream].index
                return omission
            }, of: streams, in: name)
        var gate = PacketGate(streams, request)
        let end = (request.end ?? file.duration)?.seconds ?? 0
        let packets = try reader.read(reading(streams))
        while let packet = try packets.nextPacket() {
            for (packet, stream) in gate.pass(packet) { try writer.append(packet, to: stream) }
            if end > 0 { report(min(max(gate.seconds / end, 0), 1)) }
            if gate.isComplete { break }
        }
        try writer.finish()
        report(1)
    }
}
