import CLinux
import ChildProcesses
import CommandOutput
import CoreImageVideo
import Foundation
import UntrustedInput
import VideoExchange
import VideoFiles

/// A video that a command reads: a file, or standard input.
package struct VideoInput: Sendable {
    /// The argument for standard input.
    package static let standardInput = "-"

    /// Where frames and packets come from.
    package let source: any VideoSource
    /// Whether it can be read more than once, and from any time.
    package let isSeekable: Bool
    /// Whether it is a YUV4MPEG2 stream, which has no times and no other streams.
    package let isYUV4MPEG: Bool

    /// The name in messages.
    package var name: String { source.name }
    /// What the file says about itself.
    package var description: VideoFileDescription { source.description }
    /// The stream of the frames.
    package var stream: StreamDescription? { description.firstVideoStream }

    /// Opens the video that an argument names.
    ///
    /// - Throws: `Refusal` or `VideoFileError`.
    package init(_ argument: String) throws {
        if argument == Self.standardInput {
            self = try Self.input(reading: FileDescriptor(Self.duplicate(STDIN_FILENO)))
            return
        }
        let path = PathText(argument).fileURL().path
        guard let start = VideoSignature.start(ofFile: path) else {
            throw Refusal("\(argument): \(String(cString: strerror(errno))); check the path and its permissions")
        }
        guard VideoSignature.isYUV4MPEG(start) else {
            self.init(try VideoFileReader(path: path, name: argument), name: argument)
            return
        }
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw Refusal("\(argument): \(String(cString: strerror(errno)))") }
        self.init(try YUV4MPEGSource(FileDescriptor(number), name: argument))
    }

    private init(_ reader: VideoFileReader, name: String) {
        (source, isSeekable) = (FileVideoSource(reader, name: name), reader.description.isSeekable)
        isYUV4MPEG = false
    }

    private init(_ source: YUV4MPEGSource) { (self.source, isSeekable, isYUV4MPEG) = (source, false, true) }

    private static func input(reading file: FileDescriptor) throws -> VideoInput {
        if isatty(file.number) == 1 {
            throw Refusal(
                "-: standard input is a terminal; send a video into it, as in: ffmpeg -i in.mp4 -f yuv4mpegpipe - | coreimage …"
            )
        }
        let start = try start(of: file)
        if start.isEmpty { throw Refusal("-: nothing came through standard input; send a video into it") }
        return VideoSignature.isYUV4MPEG(start)
            ? VideoInput(try YUV4MPEGSource(file, name: standardInput))
            : VideoInput(try VideoFileReader(descriptor: file, name: standardInput), name: standardInput)
    }

    /// Whether standard input begins as a video file does. False for a terminal and for what can't be looked at without
    /// reading it.
    package static var standardInputIsVideo: Bool {
        guard isatty(STDIN_FILENO) == 0 else { return false }
        return (try? start(of: FileDescriptor(duplicate(STDIN_FILENO)))).map { VideoSignature.isVideo($0) } ?? false
    }

    /// Returns the first bytes of a file or pipe without taking them.
    private static func start(of file: FileDescriptor) throws -> [UInt8] {
        var information = stat()
        fstat(file.number, &information)
        var bytes = [UInt8](repeating: 0, count: VideoSignature.length)
        let kind = information.st_mode & S_IFMT
        if kind == S_IFREG {
            let position = lseek(file.number, 0, SEEK_CUR)
            let count = pread(file.number, &bytes, bytes.count, max(position, 0))
            return Array(bytes.prefix(max(count, 0)))
        }
        guard kind == S_IFIFO else {
            throw Refusal(
                "-: standard input is neither a file nor a pipe; send the video through a pipe: cat … | coreimage …")
        }
        // The bytes go to a second pipe, and stay in the first one.
        let pipe = try FileDescriptor.pipe()
        var count = 0
        repeat { count = tee(file.number, pipe.writing.number, bytes.count, 0) } while count < 0 && errno == EINTR
        guard count >= 0 else {
            throw Refusal("-: standard input can't be read: \(String(cString: strerror(errno)))")
        }
        guard count > 0 else { return [] }
        count = read(pipe.reading.number, &bytes, count)
        return Array(bytes.prefix(max(count, 0)))
    }

    static func duplicate(_ number: Int32) -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 3) }
}
