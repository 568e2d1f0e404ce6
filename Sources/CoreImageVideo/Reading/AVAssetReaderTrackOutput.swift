import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import Synchronization
import VideoExchange
import VideoFiles

/// The frames of a track of video as pixel buffers, or the packets of any track as they are in the file.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    private enum Reading: Sendable {
        case frames(DecodedTrack, BufferOutput)
        case packets(VideoFileReader, VideoFileReading, end: RationalTime?)
    }

    /// The track.
    public let track: AVAssetTrack
    /// The settings; nil for packets.
    public let outputSettings: [String: Any]?
    private let reading = Mutex<Reading?>(nil)

    /// Creates an output.
    ///
    /// Settings that can't be used are an error of `startReading()`.
    ///
    /// - Parameters:
    ///   - track: A track.
    ///   - outputSettings: Nil for packets. For frames, values for `kCVPixelBufferPixelFormatTypeKey`,
    ///     `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`; without a format, frames have the one that is
    ///     nearest to the file's, mostly `kCVPixelFormatType_420YpCbCr8Planar`. Frames of another format are converted
    ///     with their colours. Only tracks of video can be decoded.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        (self.track, self.outputSettings) = (track, outputSettings)
    }

    /// The kind of media.
    open override var mediaType: AVMediaType { track.mediaType }

    override var source: AssetSource? { track.source }

    override func open(_ range: CMTimeRange) throws {
        guard let outputSettings else {
            let reader = try track.source.open()
            var request = ReadingRequest(
                decodedStream: nil, copiedStreams: [track.stream.index], start: range.readingStart)
            // Frames can't be decoded without those that they refer to.
            request.keepsEarlierPackets = track.mediaType == .video
            let packets = try reader.read(request)
            reading.withLock { $0 = .packets(reader, packets, end: range.readingEnd) }
            return
        }
        guard track.mediaType == .video else {
            throw AVError(
                .decoderNotFound,
                "\(track.source.name): track \(track.trackID) can't be decoded, as it isn't video. Pass nil as "
                    + "outputSettings to read its packets, which a writer can store.")
        }
        let output = try BufferOutput(outputSettings)
        let frames = try DecodedTrack(
            track, from: range.readingStart, to: range.readingEnd, preferredType: output.type)
        reading.withLock { $0 = .frames(frames, output) }
    }

    override func next() throws -> CMSampleBuffer? {
        switch reading.withLock({ $0 }) {
        case nil: return nil
        case .frames(let frames, let output): return try nextFrame(frames, output)
        case .packets(_, let packets, let end): return try nextPacket(packets, end)
        }
    }

    override func cancel() {
        switch reading.withLock({ $0 }) {
        case nil: break
        case .frames(let frames, _): frames.cancel()
        case .packets(let reader, _, _): reader.cancel()
        }
    }

    private func nextFrame(_ frames: DecodedTrack, _ output: BufferOutput) throws -> CMSampleBuffer? {
        guard let frame = try frames.next() else { return nil }
        return try CMSampleBuffer(
            frame: try output.buffer(frame.buffer), time: frame.time, duration: frame.duration,
            in: track.stream.timeBase)
    }

    private func nextPacket(_ packets: VideoFileReading, _ end: RationalTime?) throws -> CMSampleBuffer? {
        let base = track.stream.timeBase
        while let packet = try packets.nextPacket() {
            // Packets of video come in another order than they are shown, so that later ones can be in the range.
            if let end, let time = packet.presentationTime, time >= end.stampAtOrAfter(in: base) {
                if track.mediaType == .video { continue }
                return nil
            }
            return CMSampleBuffer(packet, track)
        }
        return nil
    }
}

extension CMSampleBuffer {
    /// Creates a sample of a frame with times in units of a time base.
    convenience init(frame: CVPixelBuffer, time: Int64, duration: Int64, in base: Ratio) throws {
        let timing = CMSampleTimingInfo(
            duration: duration > 0 ? CMTime(stamp: duration, in: base) : .invalid,
            presentationTimeStamp: CMTime(stamp: time, in: base), decodeTimeStamp: .invalid)
        try self.init(
            imageBuffer: frame, formatDescription: CMFormatDescription(imageBuffer: frame), sampleTiming: timing)
    }

    /// Creates a sample of a packet of a track.
    convenience init(_ packet: MediaPacket, _ track: AVAssetTrack) {
        let base = track.stream.timeBase
        let timing = CMSampleTimingInfo(
            duration: packet.duration > 0 ? CMTime(stamp: packet.duration, in: base) : .invalid,
            presentationTimeStamp: packet.presentationTime.map { CMTime(stamp: $0, in: base) } ?? .invalid,
            decodeTimeStamp: packet.decodingTime.map { CMTime(stamp: $0, in: base) } ?? .invalid)
        self.init(
            data: CMBlockBuffer(packet.data), formatDescription: track.formatDescription, timing: timing,
            facts: packet)
    }
}

extension CMTime {
    /// Creates the time of a stamp; invalid if it can't be expressed.
    init(stamp: Int64, in base: Ratio) { self = RationalTime(stamp: stamp, in: base)?.time ?? .invalid }
}
