import ChildProcesses
import CoreImageEssentials
import Glibc
import Synchronization
import VideoExchange
import VideoFiles

/// A format of a stream of video, such as one on standard input.
public enum VideoStreamFormat: Sendable, Hashable {
    /// YUV4MPEG2, as `ffmpeg -f yuv4mpegpipe` writes it. It is read in this process, and needs no other program.
    case yuv4MPEG2
    /// Any format that can be read from its start to its end: Matroska, MPEG-TS, fragmented MP4, Motion JPEG and so on.
    /// It is read in a sandboxed process, by `coreimage-video-worker`.
    case any
}

/// Reads the frames of a stream, which is read once, from where it is.
final class VideoStreamReader: FrameReader {
    private enum Reading: Sendable {
        case yuv4MPEG2(YUV4MPEGReader)
        case any(VideoFileFrameReader)
    }

    private let name: String
    private let reading: Reading
    private let converter: FrameConverter
    private let hasBegun = Mutex(false)

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - file: The open stream.
    ///   - name: The stream's name in messages.
    /// - Throws: The reason why it can't be read.
    init(_ file: FileDescriptor, name: String, format: VideoStreamFormat) throws {
        self.name = name
        converter = FrameConverter(file: name, track: nil)
        do throws(VideoFileError) {
            switch format {
            case .yuv4MPEG2: reading = .yuv4MPEG2(try YUV4MPEGReader(file, name: name))
            case .any:
                let reader = try VideoFileReader(descriptor: file, name: name)
                guard let stream = reader.description.firstVideoStream else {
                    throw VideoFileError(.unsupported, file: name, cause: "it has no stream of video")
                }
                reading = .any(VideoFileFrameReader(reader, stream: stream, name: name))
            }
        } catch {
            throw AVError(error)
        }
    }

    /// Returns a duplicate of a descriptor, which its owner can close.
    ///
    /// - Parameter name: The stream's name in messages.
    static func duplicate(_ descriptor: Int32, _ name: String) throws -> FileDescriptor {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else {
            throw AVError(
                VideoFileError(
                    .inputOutput, file: name, cause: "it isn't open: \(String(cString: strerror(errno)))"))
        }
        return FileDescriptor(own)
    }

    func begin(at time: CMTime) throws {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst, time <= .zero else {
            throw AVError(
                VideoFileError(
                    .invalidRequest, file: name, cause: "a stream can be read only once, from where it is",
                    remedy: "Save it to a file."))
        }
        if case .any(let reader) = reading { try reader.begin(at: .zero) }
    }

    func next() throws -> TimedFrame? {
        switch reading {
        case .any(let reader): return try reader.next()
        case .yuv4MPEG2(let reader):
            do throws(VideoFileError) {
                return try reader.next().map { frame throws(VideoFileError) in
                    try TimedFrame(frame, converter, nil)
                }
            } catch {
                throw AVError(error)
            }
        }
    }

    func cancel() {
        switch reading {
        case .any(let reader): reader.cancel()
        case .yuv4MPEG2(let reader): reader.cancel()
        }
    }
}
