import CoreImageEssentials
import Synchronization
import VideoExchange
import VideoFiles

/// The frames of a video file or stream, upright.
package final class VideoFileFrames: FrameSource {
    package let duration: CMTime
    package let presentationSize: CGSize
    private let stream: StreamDescription
    private let name: String
    private let open: @Sendable () throws -> VideoFileReader
    /// The reader with which the file was opened at first, for the first reader of frames.
    private let opened: Mutex<VideoFileReader?>

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - name: The file's name in messages.
    ///   - stream: The number of the stream of video; nil for the first one.
    ///   - open: Opens the file. It is called once for each reader of frames.
    package init(name: String, stream: Int? = nil, open: @escaping @Sendable () throws -> VideoFileReader) throws {
        let reader = try open()
        let file = reader.description
        let found = stream.flatMap { number in file.streams.first { $0.index == number } } ?? file.firstVideoStream
        guard let found, let track = found.video else {
            throw AVError(.operationNotSupportedForAsset, "\(name) has no stream of video.")
        }
        (self.name, self.stream, self.open) = (name, found, open)
        opened = Mutex(reader)
        let size = CGSize(width: Int(track.width), height: Int(track.height))
        presentationSize = UprightTransform(track.displayMatrix, size: size).size
        let start = file.start?.time ?? .zero
        let end = found.duration.flatMap { duration in
            let (end, overflows) = (found.start ?? 0).addingReportingOverflow(duration)
            return overflows ? nil : RationalTime(stamp: end, in: found.timeBase)?.time
        }
        duration = end ?? file.duration.map { $0.time + start } ?? .indefinite
    }

    package func makeReader() throws -> any FrameReader {
        let first = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        return VideoFileFrameReader(try first ?? open(), stream: stream, name: name)
    }
}

/// Reads the frames of a video file.
final class VideoFileFrameReader: FrameReader {
    private let reader: VideoFileReader
    private let stream: StreamDescription
    private let converter: FrameConverter
    private let upright: UprightTransform
    private let reading = Mutex<VideoFileReading?>(nil)

    init(_ reader: VideoFileReader, stream: StreamDescription, name: String) {
        (self.reader, self.stream) = (reader, stream)
        converter = FrameConverter(file: name, track: stream.video)
        let size = CGSize(width: Int(stream.video?.width ?? 0), height: Int(stream.video?.height ?? 0))
        upright = UprightTransform(stream.video?.displayMatrix, size: size)
    }

    func begin(at time: CMTime) throws {
        // Without a start, a stream that can't be turned back is read, too.
        let start = time > .zero ? RationalTime(time) : nil
        do throws(VideoFileError) {
            let new = try reader.frames(of: stream.index, from: start)
            reading.withLock { $0 = new }
        } catch {
            throw AVError(error)
        }
    }

    func next() throws -> TimedFrame? {
        guard let reading = reading.withLock({ $0 }) else { return nil }
        do throws(VideoFileError) {
            return try reading.nextFrame().map { frame throws(VideoFileError) in
                try TimedFrame(frame, converter, upright)
            }
        } catch {
            throw AVError(error)
        }
    }

    func cancel() { reader.cancel() }
}

extension TimedFrame {
    /// Creates a frame of a file's frame.
    init(
        _ frame: VideoFrame, _ converter: FrameConverter, _ upright: UprightTransform?
    ) throws(VideoFileError) {
        let buffer = try converter.buffer(of: frame)
        let duration = frame.duration > 0 ? RationalTime(stamp: frame.duration, in: frame.timeBase)?.time : nil
        self.init(
            time: frame.presentationTime?.time ?? .zero, duration: duration ?? .invalid, pixelBuffer: buffer
        ) {
            let image = try CIImage(checking: buffer, options: nil)
            return FilteredImage(upright?.image(of: image) ?? image)
        }
    }
}
