import ChildProcesses
import CoreImageEssentials
import PixelBuffers
import VideoExchange
import VideoFiles

/// A YUV4MPEG2 stream as a sink. It has no times: frames follow each other at the frame rate, so that the schedule must
/// be a grid. It has no packets of other streams.
package final class YUV4MPEGSink: VideoSink {
    private let writer: YUV4MPEGWriter
    private let frames: EncoderFrames
    private let name: String

    /// The format of a stream's frames for those of a source: the planes that a stream can have, with 8 or 10 bits.
    package static func pixelFormat(for source: VideoPixelFormat) -> VideoPixelFormat {
        let isDeep = source.bitDepth > 8
        switch source {
        case .gray: return .gray
        case .yuva444p: return .yuva444p
        case .yuv422p, .yuva422p, .nv16, .yuyv422, .uyvy422, .yuv422p10le, .yuv422p12le, .yuva422p10le, .p210le:
            return isDeep ? .yuv422p10le : .yuv422p
        case .yuv420p, .yuva420p, .nv12, .yuv420p10le, .yuv420p12le, .p010le:
            return isDeep ? .yuv420p10le : .yuv420p
        default: return isDeep ? .yuv444p10le : .yuv444p
        }
    }

    /// Writes the header of a stream to an open file or pipe.
    ///
    /// - Parameters:
    ///   - file: An open file or pipe, which is written from its position on.
    ///   - format: The format of the frames.
    ///   - frameRate: Frames a second.
    ///   - name: The stream's name in messages.
    package init(
        _ file: FileDescriptor, _ format: FrameFormat, frameRate: Ratio, name: String
    ) throws(VideoFileError) {
        self.name = name
        frames = try EncoderFrames(format, file: name)
        writer = try YUV4MPEGWriter(file, name: name, YUV4MPEGHeader(format: format, frameRate: frameRate))
    }

    /// Writes the header of a stream to a file, which gets its name when it is finished.
    ///
    /// - Parameter replaces: Whether an existing file is replaced.
    package init(
        path: String, _ format: FrameFormat, frameRate: Ratio, replaces: Bool
    ) throws(VideoFileError) {
        name = path
        frames = try EncoderFrames(format, file: path)
        writer = try YUV4MPEGWriter(
            path: path, replaces: replaces, YUV4MPEGHeader(format: format, frameRate: frameRate))
    }

    package func append(time: Int64, duration: Int64, render: (CVPixelBuffer) throws -> Void) throws {
        let target = try writer.nextFrame()
        guard let frame = frames.frame(for: target) else {
            throw VideoFileError(
                .limit, file: name, cause: "there is no memory for a frame",
                remedy: "Choose a smaller size, or release memory.")
        }
        try render(frame.buffer)
        frame.finish()
        try writer.append(target)
    }

    package func append(_ packet: MediaPacket, to stream: Int) throws {
        throw VideoFileError(
            .invalidRequest, file: name, cause: "a YUV4MPEG2 stream has no stream \(stream)",
            remedy: "Copy no other streams.")
    }

    package func finish() throws -> SessionSummary {
        try writer.finish()
        var summary = SessionSummary()
        (summary.frames, summary.bytes) = (writer.frameCount, writer.byteCount)
        return summary
    }

    package func keepFinishedPart() throws { try writer.finish() }

    package func cancel() { writer.cancel() }
}
