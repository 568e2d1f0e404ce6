import CFFmpeg
import VideoExchange

/// Light levels that only messages in the video state, such as the SEI messages of HEVC.
extension InputFile {
    /// PQ in H.273, the transfer function of videos that have such messages.
    private static let perceptualQuantizer: UInt8 = 16
    /// Maximum number of packets and of their bytes that are read to find the first frames.
    private static let packetLimit = 500
    private static let byteLimit = 64 << 20

    /// Completes the description of streams in PQ by what their first frame states, where the container states nothing.
    ///
    /// The file is read from the start again afterwards. A pipe can't be, so its description stays as it is. So does
    /// that of a stream without a frame that can be decoded: reading it later tells why.
    func addLightLevels(to description: inout VideoFileDescription, _ limits: VideoLimits) throws(WorkerProblem) {
        guard isSeekable else { return }
        var decoders: [Int: FrameDecoder] = [:]
        for (index, stream) in description.streams.enumerated() {
            guard let video = stream.video, video.colours.transfer == Self.perceptualQuantizer,
                video.masteringDisplay == nil, video.contentLightLevel == nil
            else { continue }
            let request = ReadingRequest(decodedStream: index, threads: 1)
            decoders[index] = try? FrameDecoder(self.stream(index), request, limits)
        }
        guard !decoders.isEmpty else { return }
        // The decoders are gone before the file is opened again, since their frames can be large.
        for (index, levels) in try firstLevels(of: &decoders) {
            description.streams[index].video?.masteringDisplay = levels.display
            description.streams[index].video?.contentLightLevel = levels.content
        }
        _ = LibraryLog.takeDamagedPackets()
        try reopen()
    }

    private typealias Levels = (display: MasteringDisplay?, content: ContentLightLevel?)

    /// Decodes the first frame of each stream, from its first key frame on, and removes all decoders.
    private func firstLevels(of decoders: inout [Int: FrameDecoder]) throws(WorkerProblem) -> [Int: Levels] {
        var allocated = av_packet_alloc()
        guard let packet = allocated else { throw .memory }
        defer { av_packet_free(&allocated) }
        var (started, found, bytes) = (Set<Int>(), [Int: Levels](), 0)
        for _ in 0..<Self.packetLimit where !decoders.isEmpty && bytes < Self.byteLimit {
            let isEnd = av_read_frame(context, packet) < 0
            defer { av_packet_unref(packet) }
            bytes += Int(packet.pointee.size)
            let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
            for (index, decoder) in decoders where isEnd || Int(packet.pointee.stream_index) == index {
                if isKey || decoder.isIntraOnly { started.insert(index) }
                guard started.contains(index) else { continue }
                // A packet that can't be decoded is left out: a later frame may state the same.
                guard decoder.send(isEnd ? nil : packet) == nil, case .frame = decoder.receive() else { continue }
                found[index] = Self.levels(decoder.frame)
                decoders[index] = nil
            }
            if isEnd { break }
        }
        decoders = [:]
        return found
    }

    private static func levels(_ frame: UnsafeMutablePointer<AVFrame>) -> Levels {
        func data<Value>(_ kind: AVFrameSideDataType, _ type: Value.Type) -> Value? {
            guard let item = av_frame_get_side_data(frame, kind)?.pointee, let bytes = item.data,
                Int(item.size) >= MemoryLayout<Value>.size
            else { return nil }
            return UnsafeRawPointer(bytes).loadUnaligned(as: Value.self)
        }
        return (
            data(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AVMasteringDisplayMetadata.self).map {
                MasteringDisplay($0)
            },
            data(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, AVContentLightMetadata.self).map {
                ContentLightLevel(maximum: $0.MaxCLL, maximumFrameAverage: $0.MaxFALL)
            }
        )
    }
}
