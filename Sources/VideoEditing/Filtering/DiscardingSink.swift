import CoreImageVideo
import PixelBuffers
import VideoExchange

/// A sink for frames that are only looked at. Nothing is rendered.
struct DiscardingSink: VideoSink {
    func append(time: Int64, duration: Int64, render: (CVPixelBuffer) throws -> Void) {}
    func append(_ packet: MediaPacket, to stream: Int) {}
    func finish() -> SessionSummary { SessionSummary() }
    func keepFinishedPart() {}
    func cancel() {}
}
