import CoreImageEssentials
import Foundation
import MediaTime
import PixelBuffers
import VideoExchange
import VideoFiles

/// A decoded frame of a track as a pixel buffer.
struct DecodedFrame: Sendable {
    /// The pixels, as they are stored.
    let buffer: CVPixelBuffer
    /// The time in units of the track's time base.
    let time: Int64
    /// The duration in the same units; 0 if it isn't known.
    let duration: Int64
    /// Facts about the frame.
    let flags: FrameFlags
}

/// Decodes the frames of a track in a process of its own. Calls mustn't overlap, apart from ``cancel()``.
final class DecodedTrack: Sendable {
    let track: AVAssetTrack
    private let reader: VideoFileReader
    private let reading: VideoFileReading
    private let converter: FrameConverter
    private let end: Int64?

    /// Opens a track.
    ///
    /// - Parameters:
    ///   - start: The time that the first frame is shown at; nil for the first frame.
    ///   - end: Frames from this time on are left out; nil for none.
    ///   - onlyKeyFrames: Whether only frames are decoded that need no others.
    ///   - preferredType: The pixel format that is used for frames that can have it without a loss.
    init(
        _ track: AVAssetTrack, from start: RationalTime? = nil, to end: RationalTime? = nil,
        onlyKeyFrames: Bool = false, preferredType: OSType? = nil
    ) throws {
        self.track = track
        reader = try track.source.open()
        reading = try reader.read(
            ReadingRequest(decodedStream: track.stream.index, start: start, onlyKeyFrames: onlyKeyFrames))
        converter = FrameConverter(
            file: track.source.name, track: track.stream.video, preferredType: preferredType)
        self.end = end?.stampAtOrAfter(in: track.stream.timeBase)
    }

    /// Waits for the next frame.
    ///
    /// - Returns: Nil at the end.
    func next() throws -> DecodedFrame? {
        guard let frame = try reading.nextFrame() else { return nil }
        if let end, frame.time >= end {
            reader.cancel()
            return nil
        }
        return DecodedFrame(
            buffer: try converter.buffer(of: frame), time: frame.time, duration: frame.duration, flags: frame.flags)
    }

    /// Ends decoding.
    func cancel() { reader.cancel() }

    /// Returns the upright image of a buffer. Its lower left corner is at the origin. Frames of another size than the
    /// track's are scaled to it.
    func uprightImage(of buffer: CVPixelBuffer) throws -> CIImage {
        track.upright.image(of: try CIImage(checking: buffer))
    }
}
