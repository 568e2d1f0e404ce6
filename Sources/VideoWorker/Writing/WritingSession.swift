import CFFmpeg
import ChildProcesses
import Foundation
import VideoExchange

/// Writes one file.
final class WritingSession {
    private enum Stream {
        case encoded(EncodedStream)
        case stored(StoredStream)
        case omitted
    }

    private let link: WorkerLink
    private let file: OutputFile
    private let limits: VideoLimits
    private var streams: [Stream] = []
    private var summary = SessionSummary()

    /// Works until the client closes the connection, or until a problem.
    static func run(
        _ link: WorkerLink, _ file: FileDescriptor, _ request: WritingRequest, _ limits: VideoLimits
    ) throws(WorkerProblem) -> Never {
        let session = try WritingSession(link, file, request, limits)
        try session.work()
        // The client closes the connection when it has read the last message.
        while true { _ = link.receive() }
    }

    private init(
        _ link: WorkerLink, _ descriptor: FileDescriptor, _ request: WritingRequest, _ limits: VideoLimits
    ) throws(WorkerProblem) {
        (self.link, self.limits) = (link, limits)
        guard !request.streams.isEmpty, request.streams.count <= limits.streams else {
            throw WorkerProblem(.invalidRequest, "a file has from 1 to \(limits.streams) streams")
        }
        file = try OutputFile(descriptor, request)
        var (encoders, omissions): ([String], [StreamOmission]) = ([], [])
        for (index, stream) in request.streams.enumerated() {
            switch stream {
            case .video(let encoding):
                try Self.checkRotation(encoding, request.container)
                let stream = try EncodedStream(encoding, file, index: index)
                streams.append(.encoded(stream))
                encoders.append(stream.encoder)
            case .copied(let source):
                let isConstant = request.container.hasConstantRate
                encoders.append("")
                if source.isOptional,
                    !Container.canHold(source, besides: file.context, hasConstantRate: isConstant)
                {
                    streams.append(.omitted)
                    omissions.append(
                        StreamOmission(
                            stream: index, container: request.container,
                            alternatives: Container.alternatives(for: source)))
                    continue
                }
                streams.append(.stored(try StoredStream(source, file, hasConstantRate: isConstant)))
            }
        }
        guard omissions.count < request.streams.count else {
            throw WorkerProblem(
                .unsupported,
                "the container can't hold any of the streams. Choose another container, such as Matroska")
        }
        try file.writeHeader()
        link.send(.accepted, json: WritingAnswer(encoders: encoders, omissions: omissions))
    }

    /// Throws if frames are to be shown rotated and the container doesn't store that.
    private static func checkRotation(_ encoding: VideoEncoding, _ container: WritingRequest.Container)
        throws(WorkerProblem)
    {
        guard let matrix = encoding.displayMatrix, matrix != VideoTrack.displayMatrix(rotation: 0),
            ![.mp4, .mov].contains(container)
        else { return }
        throw WorkerProblem(
            .unsupported,
            "the container \(container.rawValue) doesn't store a rotation. Turn the frames upright, or write MP4 or MOV"
        )
    }

    /// Handles messages until the file is complete.
    private func work() throws(WorkerProblem) {
        while true {
            let message = link.receive()
            switch message.header.kind {
            case .ring:
                let offer = link.value(RingOffer.self, of: message)
                try encodedStream(Int(offer.ring)).accept(message, offer)
            case .frame:
                guard let frame = FrameMessage(message.body) else { throw invalid }
                try encodedStream(Int(frame.ring)).encode(frame, file, link)
                summary.frames += 1
            case .packet:
                guard let packet = MediaPacket(message.body), Int(packet.stream) < streams.count,
                    case .stored(let stream) = streams[Int(packet.stream)]
                else { throw invalid }
                try stream.store(packet, file)
                summary.packets += 1
            case .finish:
                try finish()
                return
            default: throw invalid
            }
        }
    }

    private var invalid: WorkerProblem { WorkerProblem(.invalidRequest, "a message to the worker is invalid") }

    private func encodedStream(_ index: Int) throws(WorkerProblem) -> EncodedStream {
        guard streams.indices.contains(index), case .encoded(let stream) = streams[index] else { throw invalid }
        return stream
    }

    private func finish() throws(WorkerProblem) {
        for case .encoded(let stream) in streams { try stream.finish(file, link) }
        link.send(.progress)
        try file.finish()
        summary.bytes = file.byteCount
        link.send(.end, json: summary)
    }
}
