import CFFmpeg
import ChildProcesses
import Foundation
import VideoExchange

/// A file that is written.
final class OutputFile {
    private let output: MediaOutput
    private let request: WritingRequest
    private(set) var context: UnsafeMutablePointer<AVFormatContext>!
    private var readers: [UnsafeMutablePointer<AVIOContext>: MediaOutput] = [:]
    /// Whether the header has been written.
    private(set) var hasHeader = false
    /// The streams for whose first packets the header of a fragmented file waits; nil if it has been written.
    private var awaited: Set<Int32>?
    /// The bytes of packets while the header waits.
    private var waitingBytes: Int64 = 0
    /// The most bytes of packets that wait for the header, and so stay in memory.
    private static let longestWait: Int64 = 64 << 20

    init(_ file: FileDescriptor, _ request: WritingRequest) throws(WorkerProblem) {
        self.request = request
        output = try MediaOutput(file, isSeekable: request.isSeekable)
        let code = avformat_alloc_output_context2(&context, nil, request.container.rawValue, nil)
        guard code >= 0, context != nil else {
            throw WorkerProblem(
                .unsupported, "the installed libavformat can't write the container \(request.container.rawValue)")
        }
        context.pointee.pb = output.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        // The muxer of MP4 opens the file again to move the index to its start. Nothing else is opened.
        context.pointee.io_open = { context, io, _, flags, _ in
            guard let context, let io, let owner = context.pointee.opaque, flags == AVIO_FLAG_READ else {
                return coreimage_error(EPERM)
            }
            io.pointee = Unmanaged<OutputFile>.fromOpaque(owner).takeUnretainedValue().openReader()
            return io.pointee == nil ? coreimage_error_memory : 0
        }
        context.pointee.io_close2 = { context, io in
            if let io, let owner = context?.pointee.opaque {
                Unmanaged<OutputFile>.fromOpaque(owner).takeUnretainedValue().readers[io] = nil
            }
            return 0
        }
        context.pointee.metadata = LibraryDictionary(request.metadata).release()
        try addChapters()
    }

    deinit { avformat_free_context(context) }

    /// Whether codecs must put the data that decoders need first into the header of the file.
    var needsGlobalHeader: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

    /// Whether packets of a stream must have different times.
    var needsIncreasingTimes: Bool { context.pointee.oformat.pointee.flags & AVFMT_TS_NONSTRICT == 0 }

    /// Whether the duration of a track is the sum of its packets' durations.
    var addsUpDurations: Bool { [.mp4, .mov].contains(request.container) }

    /// The number of bytes so far.
    var byteCount: Int64 { output.byteCount }

    /// Adds a stream.
    func addStream() throws(WorkerProblem) -> UnsafeMutablePointer<AVStream> {
        guard let stream = avformat_new_stream(context, nil) else { throw .memory }
        return stream
    }

    /// Throws if the container can't hold an encoded stream of a codec.
    func check(_ codec: VideoEncoding.Codec, _ identifier: AVCodecID) throws(WorkerProblem) {
        guard !Container.accepts(codec, identifier, request.container, context.pointee.oformat) else { return }
        let others = Container.containers(for: codec, identifier).map { ".\($0.extensions[0])" }
        throw WorkerProblem(
            .unsupported,
            "the container can't hold \(codec.rawValue); files that end with \(others.joined(separator: ", ")) can")
    }

    /// The tag of HEVC by which Apple's players know streams whose parameters are in the header only; nil in containers
    /// without such tags.
    func tag(of codec: VideoEncoding.Codec) -> UInt32? {
        guard codec == .hevc, addsUpDurations else { return nil }
        return "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Writes what comes before the first packet, once all streams have been added.
    func writeHeader() throws(WorkerProblem) {
        var options: [String: String] = ["strict": "experimental"]
        if [.mp4, .mov].contains(request.container) {
            switch request.isSeekable ? request.arrangement : .fragmented {
            case .indexAtEnd: break
            case .indexAtStart: options["movflags"] = "faststart"
            case .fragmented:
                options["movflags"] = "frag_keyframe+empty_moov+default_base_moof"
                // A second at a time, in microseconds, because a fragment stays in memory until it is complete.
                options["frag_duration"] = "1000000"
                // The lists of edits in the header say how streams start beside each other, which only their first
                // packets tell. The muxer begins a track of text with an empty one, so that it isn't waited for.
                // Those of other subtitles can come late.
                let (text, others) = subtitles
                if others.isEmpty {
                    options["movflags"]? += "+delay_moov"
                    awaited = Set(0..<Int32(context.pointee.nb_streams)).subtracting(text)
                }
            }
        }
        var dictionary = LibraryDictionary(options)
        let code = avformat_write_header(context, &dictionary.pointer)
        guard code >= 0 else { throw problem("writing the header", code) }
        hasHeader = true
    }

    /// Stores a packet, in the order of times among all streams. The packet is emptied.
    func write(_ packet: UnsafeMutablePointer<AVPacket>, time: RationalTime?) throws(WorkerProblem) {
        let (stream, size) = (packet.pointee.stream_index, Int64(packet.pointee.size))
        var code = av_interleaved_write_frame(context, packet)
        if code >= 0, awaited != nil {
            awaited?.remove(stream)
            waitingBytes += size
            if awaited?.isEmpty ?? true {
                awaited = nil
            } else if waitingBytes > Self.longestWait {
                awaited = nil
                code = min(av_write_frame(context, nil), 0)
            }
        }
        guard code >= 0 else { throw problem("writing a packet", code, time: time) }
    }

    /// The numbers of the streams of subtitles: those of text as MP4 has it, and others.
    private var subtitles: (text: Set<Int32>, others: Set<Int32>) {
        var result = (text: Set<Int32>(), others: Set<Int32>())
        for index in 0..<Int32(context.pointee.nb_streams) {
            guard let parameters = context.pointee.streams[Int(index)]?.pointee.codecpar.pointee,
                parameters.codec_type == AVMEDIA_TYPE_SUBTITLE
            else { continue }
            if parameters.codec_id == AV_CODEC_ID_MOV_TEXT {
                result.text.insert(index)
            } else {
                result.others.insert(index)
            }
        }
        return result
    }

    /// Writes what comes after the last packet.
    func finish() throws(WorkerProblem) {
        let code = av_write_trailer(context)
        guard code >= 0 else { throw problem("finishing the file", code) }
        avio_flush(output.context)
        guard output.failure == 0 else { throw problem("finishing the file", coreimage_error(output.failure)) }
    }

    private func problem(_ action: String, _ code: Int32, time: RationalTime? = nil) -> WorkerProblem {
        guard output.failure == 0 else {
            return WorkerProblem(
                .inputOutput, "\(action) failed: \(String(cString: strerror(output.failure)))", time: time,
                systemError: output.failure)
        }
        var problem = WorkerProblem(action, code: code, .unsupported, time: time)
        if let detail = problem.log.last { problem.cause += " (\(detail))" }
        return problem
    }

    private func openReader() -> UnsafeMutablePointer<AVIOContext>? {
        guard let reader = try? output.reader(), let io = reader.context else { return nil }
        readers[io] = reader
        return io
    }

    private func addChapters() throws(WorkerProblem) {
        for (index, chapter) in request.chapters.enumerated() {
            guard let target = coreimage_add_chapter(context) else { throw .memory }
            // The container may store other units; it converts them.
            let base = Ratio(1, chapter.start.timescale)
            target.pointee.id = Int64(index)
            target.pointee.time_base = base.rational
            target.pointee.start = chapter.start.stamp(in: base)
            target.pointee.end = chapter.end.stamp(in: base)
            target.pointee.metadata = LibraryDictionary(chapter.metadata).release()
        }
    }
}
