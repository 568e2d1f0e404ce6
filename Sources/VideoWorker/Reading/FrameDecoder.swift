import CFFmpeg
import Foundation
import VideoExchange

/// A decoder of a stream of video.
///
/// It is set to fail at errors that it would otherwise conceal.
final class FrameDecoder {
    /// The result of asking for a frame.
    enum Output {
        /// ``frame`` has the next one.
        case frame
        /// Further packets are needed.
        case needsPacket
        /// All frames have been given.
        case end
        /// A packet couldn't be decoded, for the stated reason.
        case failed(String)
    }

    private static let threadLimit = 16
    private static let packetTimeLimit = 256
    /// Codecs whose decoders are told to stop at errors. Others report errors by flags of frames and in the log. (Those
    /// of MPEG-4 and its relatives end the process if they are to stop and decode several frames at once, in FFmpeg
    /// 5.1.)
    private static let stoppingCodecs: Set = [
        "h264", "hevc", "mpeg1video", "mpeg2video", "vp8", "vp9", "av1", "prores", "mjpeg", "ffv1",
    ]

    private var context: UnsafeMutablePointer<AVCodecContext>!
    /// The frame of the last call of ``receive()``.
    private(set) var frame: UnsafeMutablePointer<AVFrame>!
    /// Whether each frame of the codec is decodable by itself.
    let isIntraOnly: Bool
    /// The number of the last packet that was sent, from 1.
    private(set) var packetNumber: Int64 = 0
    /// The times of the last packets.
    private var packetTimes: [Int64?] = []

    /// Opens a decoder.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, _ request: ReadingRequest, _ limits: VideoLimits
    ) throws(WorkerProblem) {
        let parameters = stream.pointee.codecpar!
        let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw WorkerProblem(.unsupported, "the installed libavcodec has no decoder for the codec \(name)")
        }
        let properties = avcodec_descriptor_get(parameters.pointee.codec_id)?.pointee.props ?? 0
        isIntraOnly = properties & AV_CODEC_PROP_INTRA_ONLY != 0
        context = avcodec_alloc_context3(codec)
        frame = av_frame_alloc()
        guard context != nil, frame != nil else { throw .memory }
        avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.framerate = stream.pointee.avg_frame_rate
        context.pointee.max_pixels = Int64(limits.pixels)
        context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
        if Self.stoppingCodecs.contains(name) { context.pointee.err_recognition |= AV_EF_EXPLODE }
        // Concealment stays on, because without it the decoder of MPEG-2 reports an error for each frame. It marks the
        // frames in which it happens.
        let threads = request.threads > 0 ? request.threads : ProcessInfo.processInfo.activeProcessorCount
        // A thumbnail needs one frame, and several threads would decode several before the first one comes.
        context.pointee.thread_count = request.onlyKeyFrames ? 1 : Int32(min(threads, Self.threadLimit))
        context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        if request.onlyKeyFrames { context.pointee.skip_frame = AVDISCARD_NONKEY }
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else { throw WorkerProblem("opening the decoder for \(name)", code: code, .unsupported) }
        _ = LibraryLog.takeDamagedPackets()
    }

    deinit {
        av_frame_free(&frame)
        avcodec_free_context(&context)
    }

    /// Gives the decoder a packet, or nil at the end of the file.
    ///
    /// - Returns: The reason for which the packet is refused, or nil. The decoder must have been asked for frames until
    ///   it needed a packet.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> String? {
        if let packet {
            packetNumber += 1
            packetTimes.append(knownTime(packet.pointee.pts))
            if packetTimes.count > Self.packetTimeLimit { packetTimes.removeFirst(packetTimes.count / 2) }
            coreimage_number_packet(context, packet, packetNumber)
            LibraryLog.begin(packet: packetNumber)
        }
        let code = avcodec_send_packet(context, packet)
        return code >= 0 || code == coreimage_error_end || code == coreimage_error_again ? nil : Self.text(of: code)
    }

    /// Asks for the next frame.
    func receive() -> Output {
        let code = avcodec_receive_frame(context, frame)
        if code == coreimage_error_again { return .needsPacket }
        if code == coreimage_error_end { return .end }
        return code >= 0 ? .frame : .failed(Self.text(of: code))
    }

    /// Whether the decoder has marked the last frame as damaged.
    var frameIsMarked: Bool {
        frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    /// The number of the last packet from which the last frame was decoded; if the decoder doesn't say it, that of the
    /// last packet that was sent.
    var framePacket: Int64 {
        let number = coreimage_frame_packet(frame)
        guard (1...max(packetNumber, 1)).contains(number) else { return packetNumber }
        // A packet may have one field only.
        return coreimage_frame_is_interlaced(frame) != 0 ? min(number + 1, packetNumber) : number
    }

    /// The time of a packet, or nil if it has none or was sent long ago.
    func time(ofPacket number: Int64) -> Int64? {
        let index = packetTimes.count - 1 - Int(clamping: packetNumber - number)
        return packetTimes.indices.contains(index) ? packetTimes[index] : nil
    }

    /// The packets of which one has failed if the decoder says so now.
    var packetsInProgress: ClosedRange<Int64> {
        let decodesSeveral =
            context.pointee.active_thread_type & FF_THREAD_FRAME != 0
            || context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_OTHER_THREADS != 0
        let delay = decodesSeveral ? Int64(max(context.pointee.thread_count, 1)) : 0
        return max(packetNumber - delay, 1)...max(packetNumber, 1)
    }

    /// Forgets what has been decoded, before reading continues at another place.
    func flush() {
        avcodec_flush_buffers(context)
        _ = LibraryLog.takeDamagedPackets()
    }

    /// Whether the last frame is decodable without others.
    var isKey: Bool {
        isIntraOnly || coreimage_frame_is_key(frame) != 0
    }

    private static func text(of code: Int32) -> String {
        WorkerProblem("decoding", code: code, .damaged).cause
    }
}
