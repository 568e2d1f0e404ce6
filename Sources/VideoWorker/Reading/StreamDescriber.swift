import CFFmpeg
import Foundation
import VideoExchange

/// Describes a stream of an open file.
struct StreamDescriber {
    private let stream: AVStream
    private let pointer: UnsafeMutablePointer<AVStream>
    private let parameters: AVCodecParameters

    init(_ stream: UnsafeMutablePointer<AVStream>) {
        pointer = stream
        self.stream = stream.pointee
        parameters = stream.pointee.codecpar.pointee
    }

    /// The facts about the stream.
    var description: StreamDescription {
        let descriptor = avcodec_descriptor_get(parameters.codec_id)?.pointee
        var result = StreamDescription(
            index: Int(stream.index), identifier: stream.id, kind: kind,
            codec: descriptor.map { String(cString: $0.name) } ?? "none",
            codecTitle: descriptor?.long_name.map { String(cString: $0) } ?? "unknown codec",
            timeBase: Ratio(stream.time_base).known ?? Ratio(1, 90_000), parameters: StoredParameters.read(pointer))
        result.profile = avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
        result.start = knownTime(stream.start_time)
        result.duration = knownTime(stream.duration).flatMap { $0 > 0 ? $0 : nil }
        result.frameCount = stream.nb_frames > 0 ? stream.nb_frames : nil
        result.bitRate = parameters.bit_rate > 0 ? parameters.bit_rate : nil
        result.metadata = LibraryDictionary.values(of: stream.metadata)
        result.disposition = Dispositions.names(of: stream.disposition)
        if kind == .video { result.video = video }
        if kind == .audio { result.audio = audio }
        return result
    }

    private var kind: StreamDescription.Kind {
        switch parameters.codec_type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        case AVMEDIA_TYPE_SUBTITLE: .subtitle
        case AVMEDIA_TYPE_DATA: .data
        case AVMEDIA_TYPE_ATTACHMENT: .attachment
        default: .unknown
        }
    }

    private var audio: AudioTrack {
        var layout = parameters.ch_layout
        return AudioTrack(
            sampleRate: parameters.sample_rate, channels: layout.nb_channels, layout: StoredParameters.text(of: &layout)
        )
    }

    private var video: VideoTrack {
        var result = VideoTrack(width: parameters.width, height: parameters.height)
        let format = AVPixelFormat(rawValue: parameters.format)
        result.pixelFormat = av_get_pix_fmt_name(format).map { String(cString: $0) }
        let stated = parameters.bits_per_raw_sample
        let depth = stated > 0 ? Int(stated) : av_pix_fmt_desc_get(format).map { Int($0.pointee.comp.0.depth) }
        result.bitDepth = depth
        result.pixelAspectRatio =
            Ratio(stream.sample_aspect_ratio).known ?? Ratio(parameters.sample_aspect_ratio).known
        result.nominalFrameRate = Ratio(stream.r_frame_rate).known
        result.averageFrameRate = Ratio(stream.avg_frame_rate).known
        result.reordersFrames = parameters.video_delay > 0
        result.fieldOrder = fieldOrder
        result.colours = ColourTags(
            range: parameters.color_range, primaries: parameters.color_primaries, transfer: parameters.color_trc,
            matrix: parameters.color_space, chromaLocation: parameters.chroma_location)
        // An old format's way of saying that all codes are used.
        if result.pixelFormat?.hasPrefix("yuvj") == true { result.colours.range = .full }
        readSideData(&result)
        return result
    }

    private var fieldOrder: String? {
        switch parameters.field_order {
        case AV_FIELD_PROGRESSIVE: "progressive"
        case AV_FIELD_TT: "tt"
        case AV_FIELD_BB: "bb"
        case AV_FIELD_TB: "tb"
        case AV_FIELD_BT: "bt"
        default: nil
        }
    }

    private func readSideData(_ track: inout VideoTrack) {
        for index in 0..<Int(coreimage_side_data_count(pointer)) {
            guard let item = coreimage_side_data_at(pointer, Int32(index))?.pointee, let bytes = item.data else {
                continue
            }
            let memory = UnsafeRawBufferPointer(start: bytes, count: Int(item.size))
            switch item.type {
            case AV_PKT_DATA_DISPLAYMATRIX where memory.count >= 36:
                track.displayMatrix = (0..<9).map { memory.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
            case AV_PKT_DATA_MASTERING_DISPLAY_METADATA
            where memory.count >= MemoryLayout<AVMasteringDisplayMetadata>.size:
                track.masteringDisplay = MasteringDisplay(memory.loadUnaligned(as: AVMasteringDisplayMetadata.self))
            case AV_PKT_DATA_CONTENT_LIGHT_LEVEL where memory.count >= MemoryLayout<AVContentLightMetadata>.size:
                let level = memory.loadUnaligned(as: AVContentLightMetadata.self)
                track.contentLightLevel = ContentLightLevel(
                    maximum: level.MaxCLL, maximumFrameAverage: level.MaxFALL)
            default: break
            }
        }
    }
}
