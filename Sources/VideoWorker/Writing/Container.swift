import CFFmpeg
import VideoExchange

/// Finds out which streams a container can hold.
enum Container {
    /// Containers that hold streams which others don't, the best one first.
    private static let alternatives: [WritingRequest.Container] = [.matroska, .mov, .mp4, .nut]

    /// The codecs that MPEG-TS has numbers for. Its muxer takes others, too, but no reader knows what they are.
    private static let transportStreamCodecs: Set = [
        "mpeg1video", "mpeg2video", "mpeg4", "h264", "hevc", "vvc", "cavs", "dirac", "vc1", "mp2", "mp3", "aac",
        "aac_latm", "ac3", "eac3", "dts", "truehd", "opus", "s302m", "dvb_subtitle", "dvb_teletext",
        "hdmv_pgs_subtitle",
    ]

    /// Whether a file can have an encoded stream of a codec.
    static func accepts(
        _ codec: VideoEncoding.Codec, _ identifier: AVCodecID, _ container: WritingRequest.Container,
        _ format: UnsafePointer<AVOutputFormat>
    ) -> Bool {
        let name = String(cString: avcodec_get_name(identifier))
        switch container {
        case .mpegts where !transportStreamCodecs.contains(name): return false
        // These containers have no list of codecs, or one with codecs that their header refuses.
        case .mov where [.vp9, .av1].contains(codec), .mxf where codec != .h264, .ogg where codec != .vp8: return false
        default: return avformat_query_codec(format, identifier, FF_COMPLIANCE_EXPERIMENTAL) != 0
        }
    }

    /// Returns the containers that can hold encoded streams of a codec.
    static func containers(for codec: VideoEncoding.Codec, _ identifier: AVCodecID) -> [WritingRequest.Container] {
        WritingRequest.Container.allCases.filter { container in
            guard let format = av_guess_format(container.rawValue, nil, nil) else { return false }
            return accepts(codec, identifier, container, format)
        }
    }

    /// Whether the list of codecs of a file's container has a codec. True if the container has no list.
    static func accepts(_ parameters: CodecParameters, _ file: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        accepts(parameters, file.pointee.oformat) != 0
    }

    /// Returns containers that can hold a stream.
    static func alternatives(for source: CopiedStream) -> [WritingRequest.Container] {
        alternatives.filter { container in
            guard let format = av_guess_format(container.rawValue, nil, nil) else { return false }
            return accepts(source.parameters, format) == 1 && holdsRole(of: source, format)
        }
    }

    /// Whether a container can store that a stream is the cover picture. Others would have it as a video of one frame,
    /// and the muxer of MOV leaves it out. Matroska has covers as attached files.
    static func holdsRole(of source: CopiedStream, _ format: UnsafePointer<AVOutputFormat>) -> Bool {
        !source.disposition.contains("attached_pic")
            || String(cString: format.pointee.name) == WritingRequest.Container.mp4.rawValue
    }

    /// Returns 1 if a container's list of codecs has a codec, 0 if it hasn't, and another number if there is no list.
    private static func accepts(_ parameters: CodecParameters, _ format: UnsafePointer<AVOutputFormat>) -> Int32 {
        guard let codec = avcodec_descriptor_get_by_name(parameters.codec) else { return 0 }
        return avformat_query_codec(format, codec.pointee.id, FF_COMPLIANCE_EXPERIMENTAL)
    }

    /// Whether a file can have a stream besides those that it has already, which a trial with an empty file in memory
    /// shows: containers that have no list of codecs check streams only in their headers.
    ///
    /// - Parameters:
    ///   - file: The file, whose header hasn't been written.
    ///   - hasConstantRate: Whether the container takes the time base of video for its frame rate.
    static func canHold(
        _ source: CopiedStream, besides file: UnsafeMutablePointer<AVFormatContext>, hasConstantRate: Bool
    ) -> Bool {
        guard accepts(source.parameters, file), holdsRole(of: source, file.pointee.oformat) else { return false }
        if String(cString: file.pointee.oformat.pointee.name) == WritingRequest.Container.mpegts.rawValue,
            !transportStreamCodecs.contains(source.parameters.codec)
        {
            return false
        }
        defer { LibraryLog.clear() }
        var trial: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_alloc_output_context2(&trial, file.pointee.oformat, nil, nil) >= 0, let trial else {
            return false
        }
        defer { avformat_free_context(trial) }
        guard avio_open_dyn_buf(&trial.pointee.pb) >= 0 else { return false }
        defer {
            var bytes: UnsafeMutablePointer<UInt8>?
            avio_close_dyn_buf(trial.pointee.pb, &bytes)
            av_free(bytes)
        }
        for index in 0..<Int(file.pointee.nb_streams) {
            guard let known = file.pointee.streams[index], let copy = avformat_new_stream(trial, nil),
                avcodec_parameters_copy(copy.pointee.codecpar, known.pointee.codecpar) >= 0
            else { return false }
            copy.pointee.time_base = known.pointee.time_base
            copy.pointee.avg_frame_rate = known.pointee.avg_frame_rate
        }
        var options = LibraryDictionary(["strict": "experimental"])
        guard let stream = avformat_new_stream(trial, nil),
            (try? StoredStream.describe(stream, source, trial, hasConstantRate: hasConstantRate)) != nil
        else { return false }
        return avformat_write_header(trial, &options.pointer) >= 0
    }
}
