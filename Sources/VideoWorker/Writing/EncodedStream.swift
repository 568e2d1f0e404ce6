import CFFmpeg
import Foundation
import VideoExchange

/// A stream of a written file whose frames are encoded.
final class EncodedStream {
    private let encoding: VideoEncoding
    private let layout: VideoFrameLayout
    private let index: Int
    private let stream: UnsafeMutablePointer<AVStream>
    private let pixelFormat: AVPixelFormat
    private var context: UnsafeMutablePointer<AVCodecContext>!
    private var packet: UnsafeMutablePointer<AVPacket>!
    /// The packet that comes next in the file, once it is known whether it is the last one.
    private var held: UnsafeMutablePointer<AVPacket>!
    private var trackEnd = TrackEnd()
    private var ring: FrameRing?
    private var lastTime: Int64?
    /// The durations of the frames that the encoder holds, by their times.
    private var durations: [Int64: Int64] = [:]
    /// The name of the encoder.
    let encoder: String

    /// Adds a stream to a file and opens its encoder.
    init(_ encoding: VideoEncoding, _ file: OutputFile, index: Int) throws(WorkerProblem) {
        (self.encoding, self.index) = (encoding, index)
        guard let layout = encoding.format.layout, encoding.timeBase.isPositive else {
            throw WorkerProblem(.invalidRequest, "stream \(index) has an impossible size or time base")
        }
        self.layout = layout
        let choice = try EncoderChoice(encoding)
        encoder = choice.name
        try file.check(encoding.codec, choice.codec.pointee.id)
        pixelFormat = try choice.pixelFormat()
        stream = try file.addStream()
        (packet, held) = (av_packet_alloc(), av_packet_alloc())
        guard packet != nil, held != nil else { throw .memory }
        try open(choice, file)
        try describeStream(file)
    }

    deinit {
        av_packet_free(&packet)
        av_packet_free(&held)
        // The encoder of SVT-AV1 waits forever for its threads if it has got no frame. The process ends soon.
        if encoder != "libsvtav1" { avcodec_free_context(&context) }
    }

    /// Opens the encoder with the first options that it accepts.
    private func open(_ choice: EncoderChoice, _ file: OutputFile) throws(WorkerProblem) {
        let attempts = choice.attempts
        for attempt in attempts.dropLast() {
            do throws(WorkerProblem) { return try open(choice, attempt, file) } catch { LibraryLog.clear() }
        }
        try open(choice, attempts.last ?? [:], file)
    }

    private func open(
        _ choice: EncoderChoice, _ attempt: [String: String], _ file: OutputFile
    ) throws(WorkerProblem) {
        avcodec_free_context(&context)
        context = avcodec_alloc_context3(choice.codec)
        guard context != nil else { throw .memory }
        context.pointee.width = Int32(layout.width)
        context.pointee.height = Int32(layout.height)
        context.pointee.pix_fmt = pixelFormat
        context.pointee.time_base = encoding.timeBase.rational
        if let rate = encoding.frameRate?.known { context.pointee.framerate = rate.rational }
        let colours = encoding.format.colours
        context.pointee.color_range = colours.libraryRange
        context.pointee.color_primaries = colours.libraryPrimaries
        context.pointee.color_trc = colours.libraryTransfer
        context.pointee.colorspace = colours.libraryMatrix
        context.pointee.chroma_sample_location = colours.libraryChromaLocation
        if let aspect = encoding.format.pixelAspectRatio?.known {
            context.pointee.sample_aspect_ratio = aspect.rational
        }
        if let interval = encoding.keyFrameInterval { context.pointee.gop_size = Int32(clamping: interval) }
        context.pointee.thread_count = Int32(clamping: encoding.threads)
        context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        if file.needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        var options = LibraryDictionary(
            try choice.configure(context).merging(attempt) { _, attempted in attempted })
        let code = avcodec_open2(context, choice.codec, &options.pointer)
        guard code >= 0 else {
            var problem = WorkerProblem("opening the encoder \(encoder)", code: code, .unsupported)
            if let detail = problem.log.last { problem.cause += " (\(detail))" }
            throw problem
        }
        guard options.keys.isEmpty else {
            throw WorkerProblem(
                .unsupported,
                "the encoder \(encoder) has no option \(options.keys.joined(separator: ", ")); leave it out")
        }
    }

    private func describeStream(_ file: OutputFile) throws(WorkerProblem) {
        guard avcodec_parameters_from_context(stream.pointee.codecpar, context) >= 0 else { throw .memory }
        if let tag = file.tag(of: encoding.codec) { stream.pointee.codecpar.pointee.codec_tag = tag }
        stream.pointee.time_base = encoding.timeBase.rational
        stream.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
        if let rate = encoding.frameRate?.known { stream.pointee.avg_frame_rate = rate.rational }
        // The source's note that there is alpha is wrong for frames without it.
        let notes = encoding.metadata.filter {
            $0.key.lowercased() != "alpha_mode" || encoding.format.pixelFormat.hasAlpha
        }
        stream.pointee.metadata = LibraryDictionary(notes).release()
        stream.pointee.disposition = Dispositions.bits(of: encoding.disposition)
        if let matrix = encoding.displayMatrix, matrix.count == 9 {
            try addSideData(AV_PKT_DATA_DISPLAYMATRIX) { memory in
                for (index, number) in matrix.enumerated() {
                    memory.storeBytes(of: number, toByteOffset: index * 4, as: Int32.self)
                }
                return 36
            }
        }
        if let display = encoding.masteringDisplay?.metadata {
            try addSideData(AV_PKT_DATA_MASTERING_DISPLAY_METADATA) { memory in
                memory.storeBytes(of: display, as: AVMasteringDisplayMetadata.self)
                return MemoryLayout<AVMasteringDisplayMetadata>.size
            }
        }
        if let level = encoding.contentLightLevel {
            try addSideData(AV_PKT_DATA_CONTENT_LIGHT_LEVEL) { memory in
                memory.storeBytes(
                    of: AVContentLightMetadata(MaxCLL: level.maximum, MaxFALL: level.maximumFrameAverage),
                    as: AVContentLightMetadata.self)
                return MemoryLayout<AVContentLightMetadata>.size
            }
        }
    }

    /// Adds data about the stream.
    ///
    /// - Parameter fill: Writes the data, and returns its size.
    private func addSideData(
        _ kind: AVPacketSideDataType, _ fill: (UnsafeMutableRawPointer) -> Int
    ) throws(WorkerProblem) {
        let size = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { room in
            let size = fill(room.baseAddress!)
            guard let memory = coreimage_add_side_data(stream, Int32(bitPattern: kind.rawValue), size) else {
                return -1
            }
            UnsafeMutableRawPointer(memory).copyMemory(from: room.baseAddress!, byteCount: size)
            return size
        }
        guard size >= 0 else { throw .memory }
    }

    /// Takes the memory in which the client puts frames.
    func accept(_ message: Message, _ offer: RingOffer) throws(WorkerProblem) {
        guard let file = message.files.first,
            let ring = try? FrameRing(received: file, layout: layout, slots: offer.slots)
        else { throw WorkerProblem(.limit, "the memory for frames can't be mapped") }
        self.ring = ring
    }

    /// Encodes a frame, and stores the packets that result.
    func encode(_ message: FrameMessage, _ file: OutputFile, _ link: WorkerLink) throws(WorkerProblem) {
        guard let ring, message.slot < UInt32(ring.slots) else {
            throw WorkerProblem(.invalidRequest, "a frame of stream \(index) is in no memory")
        }
        let time = RationalTime(stamp: message.time, in: encoding.timeBase)
        if let lastTime, message.time <= lastTime {
            throw WorkerProblem(
                .invalidRequest, "a frame of stream \(index) isn't later than the one before it", time: time)
        }
        lastTime = message.time
        var frame = try SlotFrame(ring, message, link).frame
        defer { av_frame_free(&frame) }
        frame?.pointee.format = pixelFormat.rawValue
        frame?.pointee.color_range = context.pointee.color_range
        frame?.pointee.color_primaries = context.pointee.color_primaries
        frame?.pointee.color_trc = context.pointee.color_trc
        frame?.pointee.colorspace = context.pointee.colorspace
        frame?.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
        if encoding.frameRate == nil || message.duration > 0 { durations[message.time] = message.duration }
        try send(frame, file, time)
    }

    /// Stores what the encoder still holds.
    func finish(_ file: OutputFile, _ link: WorkerLink) throws(WorkerProblem) {
        guard avcodec_send_frame(context, nil) >= 0 else { return }
        while try storePacket(file) { link.send(.progress) }
        guard held.pointee.size > 0 else { return }
        trackEnd.complete(held)
        try write(held, file)
    }

    private func send(
        _ frame: UnsafeMutablePointer<AVFrame>?, _ file: OutputFile, _ time: RationalTime?
    ) throws(WorkerProblem) {
        while true {
            let code = avcodec_send_frame(context, frame)
            if code == coreimage_error_again {
                guard try storePacket(file) else {
                    throw WorkerProblem(
                        .library, "the encoder \(encoder) takes no frame and gives no packet", time: time)
                }
                continue
            }
            guard code >= 0 else { throw WorkerProblem("encoding with \(encoder)", code: code, .library, time: time) }
            break
        }
        while try storePacket(file) {}
    }

    /// Stores the next packet.
    ///
    /// - Returns: Whether there was one.
    private func storePacket(_ file: OutputFile) throws(WorkerProblem) -> Bool {
        let code = avcodec_receive_packet(context, packet)
        if code == coreimage_error_again || code == coreimage_error_end { return false }
        guard code >= 0 else { throw WorkerProblem("encoding with \(encoder)", code: code, .library) }
        let time = packet.pointee.pts
        if let duration = durations.removeValue(forKey: time), duration > 0 {
            packet.pointee.duration = duration
        } else if packet.pointee.duration <= 0, let rate = encoding.frameRate?.known {
            packet.pointee.duration = av_rescale_q(1, rate.inverse.rational, encoding.timeBase.rational)
        }
        packet.pointee.stream_index = stream.pointee.index
        guard file.addsUpDurations else {
            try write(packet, file)
            return true
        }
        trackEnd.note(packet.pointee)
        if held.pointee.size > 0 { try write(held, file) }
        av_packet_move_ref(held, packet)
        return true
    }

    private func write(_ packet: UnsafeMutablePointer<AVPacket>, _ file: OutputFile) throws(WorkerProblem) {
        let time = RationalTime(stamp: packet.pointee.pts, in: encoding.timeBase)
        av_packet_rescale_ts(packet, encoding.timeBase.rational, stream.pointee.time_base)
        try file.write(packet, time: time)
    }
}
