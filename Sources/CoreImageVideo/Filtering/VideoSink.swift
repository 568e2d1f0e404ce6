import CoreImageEssentials
import PixelBuffers
import VideoExchange
import VideoFiles

/// Where filtered frames and copied packets go.
package protocol VideoSink: Sendable {
    /// The streams of packets that are left out because the sink can't hold them.
    var omissions: [StreamOmission] { get }
    /// Waits for memory of a frame, lets `render` write its pixels, and encodes it.
    ///
    /// - Parameters:
    ///   - time: The time in units of the frames' time base.
    ///   - duration: The duration in the same units; 0 if it isn't known.
    func append(time: Int64, duration: Int64, render: (CVPixelBuffer) throws -> Void) throws
    /// Stores a packet.
    func append(_ packet: MediaPacket, to stream: Int) throws
    /// Finishes the file.
    func finish() throws -> SessionSummary
    /// Keeps what has been written so far, if that can be played.
    func keepFinishedPart() throws
    /// Ends writing. Nothing is left, and calls that wait throw an error of the kind `cancelled`.
    func cancel()
}

extension VideoSink {
    /// None.
    package var omissions: [StreamOmission] { [] }
}

/// A video file as a sink. Its first stream is that of the frames.
package struct FileVideoSink: VideoSink {
    private let writer: VideoFileWriter
    private let frames: EncoderFrames
    private let name: String

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - writer: The writer, whose first stream is encoded.
    ///   - format: The format of that stream's frames.
    ///   - name: The file's name in messages.
    package init(_ writer: VideoFileWriter, _ format: FrameFormat, name: String) throws(VideoFileError) {
        (self.writer, self.name) = (writer, name)
        frames = try EncoderFrames(format, file: name)
    }

    package var omissions: [StreamOmission] { writer.omissions }

    package func append(time: Int64, duration: Int64, render: (CVPixelBuffer) throws -> Void) throws {
        let target = try writer.nextFrame(of: 0)
        guard let frame = frames.frame(for: target) else {
            throw VideoFileError(
                .limit, file: name, cause: "there is no memory for a frame",
                remedy: "Choose a smaller size, or release memory.")
        }
        try render(frame.buffer)
        frame.finish()
        try writer.append(target, time: time, duration: duration)
    }

    package func append(_ packet: MediaPacket, to stream: Int) throws { try writer.append(packet, to: stream) }
    package func finish() throws -> SessionSummary { try writer.finish() }
    package func keepFinishedPart() throws { try writer.keepFinishedPart() }
    package func cancel() { writer.cancel() }
}
