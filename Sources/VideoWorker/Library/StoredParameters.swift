import CFFmpeg
import Foundation
import VideoExchange

/// Converts FFmpeg's codec parameters to values that can be sent, and back.
enum StoredParameters {
    private typealias Field = WritableKeyPath<AVCodecParameters, Int32> & Sendable

    private static let numbers: [(String, Field)] = [
        ("format", \.format), ("bitsPerCodedSample", \.bits_per_coded_sample),
        ("bitsPerRawSample", \.bits_per_raw_sample), ("profile", \.profile), ("level", \.level), ("width", \.width),
        ("height", \.height), ("videoDelay", \.video_delay), ("sampleRate", \.sample_rate),
        ("blockAlign", \.block_align), ("frameSize", \.frame_size), ("initialPadding", \.initial_padding),
        ("trailingPadding", \.trailing_padding), ("seekPreroll", \.seek_preroll),
        ("aspectNumerator", \.sample_aspect_ratio.num), ("aspectDenominator", \.sample_aspect_ratio.den),
    ]

    private static let enumerations: [(String, WritableKeyPath<AVCodecParameters, UInt32> & Sendable)] = [
        ("fieldOrder", \.field_order.rawValue), ("range", \.color_range.rawValue),
        ("primaries", \.color_primaries.rawValue), ("transfer", \.color_trc.rawValue),
        ("matrix", \.color_space.rawValue), ("chromaLocation", \.chroma_location.rawValue),
    ]

    /// Reads the parameters of a stream.
    static func read(_ stream: UnsafeMutablePointer<AVStream>) -> CodecParameters {
        var source = stream.pointee.codecpar.pointee
        var result = CodecParameters()
        result.codec = String(cString: avcodec_get_name(source.codec_id))
        result.kind = source.codec_type.rawValue
        result.tag = source.codec_tag
        if let bytes = source.extradata, source.extradata_size > 0 {
            result.extraData = Data(bytes: bytes, count: Int(source.extradata_size))
        }
        for (name, field) in numbers { result.numbers[name] = Int64(source[keyPath: field]) }
        for (name, field) in enumerations { result.numbers[name] = Int64(source[keyPath: field]) }
        result.numbers["bitRate"] = source.bit_rate
        if source.ch_layout.nb_channels > 0 { result.channelLayout = text(of: &source.ch_layout) }
        for index in 0..<Int(coreimage_side_data_count(stream)) {
            guard let item = coreimage_side_data_at(stream, Int32(index))?.pointee, let bytes = item.data else {
                continue
            }
            result.sideData.append(
                .init(kind: Int32(bitPattern: item.type.rawValue), bytes: Data(bytes: bytes, count: Int(item.size))))
        }
        return result
    }

    /// Sets the parameters of a stream.
    static func write(
        _ source: CodecParameters, to stream: UnsafeMutablePointer<AVStream>
    ) throws(WorkerProblem) {
        guard let target = stream.pointee.codecpar else { throw .memory }
        guard let descriptor = avcodec_descriptor_get_by_name(source.codec) else {
            throw WorkerProblem(.unsupported, "the codec \(source.codec) isn't known to the installed libavcodec")
        }
        target.pointee.codec_id = descriptor.pointee.id
        target.pointee.codec_type = AVMediaType(rawValue: source.kind)
        for (name, field) in numbers { target.pointee[keyPath: field] = Int32(clamping: source.numbers[name] ?? 0) }
        for (name, field) in enumerations {
            target.pointee[keyPath: field] = UInt32(clamping: source.numbers[name] ?? 0)
        }
        target.pointee.bit_rate = source.numbers["bitRate"] ?? 0
        if let layout = source.channelLayout { av_channel_layout_from_string(&target.pointee.ch_layout, layout) }
        if !source.extraData.isEmpty {
            let size = source.extraData.count
            guard let memory = av_mallocz(size + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { throw .memory }
            source.extraData.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: size) }
            target.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
            target.pointee.extradata_size = Int32(size)
        }
        for item in source.sideData where !item.bytes.isEmpty {
            guard let memory = coreimage_add_side_data(stream, item.kind, item.bytes.count) else { throw .memory }
            item.bytes.withUnsafeBytes {
                UnsafeMutableRawPointer(memory).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
        }
    }

    /// Returns a layout of channels as text.
    static func text(of layout: inout AVChannelLayout) -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard av_channel_layout_describe(&layout, &text, text.count) > 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
