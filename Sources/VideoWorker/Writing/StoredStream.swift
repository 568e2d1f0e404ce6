import CFFmpeg
import VideoExchange

/// A stream of a written file whose packets are stored as they come.
final class StoredStream {
    private let stream: UnsafeMutablePointer<AVStream>
    private let timeBase: Ratio
    private var packet: UnsafeMutablePointer<AVPacket>!
    /// The decoding time of the last packet, in units of the container.
    private var lastTime: Int64?
    /// The most units by which a packet is moved so that times increase.
    private static let longestShift: Int64 = 4

    /// Adds a stream to a file.
    ///
    /// - Parameter hasConstantRate: Whether the container takes the time base of video for its frame rate.
    init(_ source: CopiedStream, _ file: OutputFile, hasConstantRate: Bool) throws(WorkerProblem) {
        timeBase = source.timeBase
        guard timeBase.isPositive else { throw WorkerProblem(.invalidRequest, "a copied stream has no time base") }
        guard Container.accepts(source.parameters, file.context) else {
            throw WorkerProblem(
                .unsupported,
                "the container can't hold \(source.parameters.codec). Leave the stream out, or choose another container, such as Matroska"
            )
        }
        guard Container.holdsRole(of: source, file.context.pointee.oformat) else {
            throw WorkerProblem(
                .unsupported, "the container can't hold a cover picture. Leave the stream out, or choose MP4")
        }
        stream = try file.addStream()
        try Self.describe(stream, source, file.context, hasConstantRate: hasConstantRate)
        stream.pointee.metadata = LibraryDictionary(source.metadata).release()
        stream.pointee.disposition = Dispositions.bits(of: source.disposition)
        packet = av_packet_alloc()
        guard packet != nil else { throw .memory }
    }

    deinit { av_packet_free(&packet) }

    /// Describes the codec of a stream of a file.
    static func describe(
        _ stream: UnsafeMutablePointer<AVStream>, _ source: CopiedStream,
        _ file: UnsafeMutablePointer<AVFormatContext>, hasConstantRate: Bool
    ) throws(WorkerProblem) {
        try StoredParameters.write(source.parameters, to: stream)
        guard let parameters = stream.pointee.codecpar else { throw .memory }
        parameters.pointee.codec_tag = tag(source.parameters.tag, parameters.pointee.codec_id, file)
        stream.pointee.time_base = source.timeBase.rational
        if hasConstantRate, parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
            let rate = source.averageFrameRate?.known
        {
            stream.pointee.time_base = rate.inverse.rational
        }
        if let rate = source.averageFrameRate { stream.pointee.avg_frame_rate = rate.rational }
        if let aspect = source.pixelAspectRatio { stream.pointee.sample_aspect_ratio = aspect.rational }
    }

    /// Returns the tag of the codec if it means the same in the container, or else 0, which lets the container choose.
    private static func tag(
        _ tag: UInt32, _ codec: AVCodecID, _ file: UnsafeMutablePointer<AVFormatContext>
    ) -> UInt32 {
        guard let tags = file.pointee.oformat.pointee.codec_tag else { return tag }
        let isSame = av_codec_get_id(tags, tag) == codec
        return isSame || av_codec_get_tag(tags, codec) == 0 ? tag : 0
    }

    /// Stores a packet.
    func store(_ message: MediaPacket, _ file: OutputFile) throws(WorkerProblem) {
        av_packet_unref(packet)
        guard message.data.count < Int32.max - 64, av_new_packet(packet, Int32(message.data.count)) >= 0 else {
            throw .memory
        }
        message.data.withUnsafeBytes {
            if let start = $0.baseAddress {
                UnsafeMutableRawPointer(packet.pointee.data).copyMemory(from: start, byteCount: $0.count)
            }
        }
        for item in message.sideData {
            let kind = AVPacketSideDataType(rawValue: UInt32(bitPattern: item.kind))
            guard let memory = av_packet_new_side_data(packet, kind, item.bytes.count) else { throw .memory }
            item.bytes.withUnsafeBytes {
                if let start = $0.baseAddress {
                    UnsafeMutableRawPointer(memory).copyMemory(from: start, byteCount: $0.count)
                }
            }
        }
        packet.pointee.pts = message.presentationTime ?? coreimage_no_time
        packet.pointee.dts = message.decodingTime ?? coreimage_no_time
        packet.pointee.duration = message.duration
        packet.pointee.flags = Int32(bitPattern: message.flags.rawValue)
        packet.pointee.stream_index = stream.pointee.index
        let time = (message.presentationTime ?? message.decodingTime).flatMap { RationalTime(stamp: $0, in: timeBase) }
        av_packet_rescale_ts(packet, timeBase.rational, stream.pointee.time_base)
        if file.needsIncreasingTimes { increaseTime() }
        try file.write(packet, time: time)
    }

    /// Moves the packet behind the last one. In coarse units of a container, two packets can have the same time where
    /// one sound follows another.
    private func increaseTime() {
        guard packet.pointee.dts != coreimage_no_time else { return }
        if let lastTime, packet.pointee.dts <= lastTime, lastTime - packet.pointee.dts < Self.longestShift {
            packet.pointee.dts = lastTime + 1
            if packet.pointee.pts != coreimage_no_time { packet.pointee.pts = max(packet.pointee.pts, lastTime + 1) }
        }
        lastTime = packet.pointee.dts
    }
}
