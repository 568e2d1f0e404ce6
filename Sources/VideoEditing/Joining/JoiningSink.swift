import CoreImageVideo
import Foundation
import PixelBuffers
import Synchronization
import VideoExchange

/// A sink that gets two videos, one behind the other. Frames of both count as one grid of times. Thread-safe.
final class JoiningSink: Sendable {
    private struct State: Sendable {
        var nextTime: Int64 = 0
        var lastDecodingTime: Int64 = .min
        var packets: Int64 = 0
    }

    private let sink: any VideoSink
    /// The time base of the copied sound in the result; nil without sound.
    private let soundBase: Ratio?
    private let state = Mutex(State())

    init(_ sink: any VideoSink, soundBase: Ratio?) { (self.sink, self.soundBase) = (sink, soundBase) }

    /// The frames so far.
    var frameCount: Int64 { state.withLock { $0.nextTime } }
    /// The packets that were stored.
    var packetCount: Int64 { state.withLock { $0.packets } }

    /// The streams that the file can't hold.
    var omissions: [StreamOmission] { sink.omissions }

    /// Finishes the file.
    func finish() throws -> SessionSummary { try sink.finish() }
    /// Keeps what has been written so far, if that can be played.
    func keepFinishedPart() throws { try sink.keepFinishedPart() }
    /// Ends writing.
    func cancel() { sink.cancel() }

    /// A part of the result, as a sink for the video in it.
    struct Part: VideoSink {
        let whole: JoiningSink
        /// The start of the part in the result.
        let start: RationalTime
        /// The time base of the sound in this part.
        let soundBase: Ratio?

        var omissions: [StreamOmission] { whole.omissions }

        func append(time: Int64, duration: Int64, render: (CVPixelBuffer) throws -> Void) throws {
            let time = whole.state.withLock { state in
                defer { state.nextTime += 1 }
                return state.nextTime
            }
            try whole.sink.append(time: time, duration: 1, render: render)
        }

        func append(_ packet: MediaPacket, to stream: Int) throws {
            guard let base = whole.soundBase, let soundBase else { return }
            var packet = packet
            func moved(_ time: Int64?) -> Int64? {
                time.map {
                    Int64(
                        clamping: Int128(start.stamp(in: base)) + Int128(Self.converted($0, from: soundBase, to: base)))
                }
            }
            packet.presentationTime = moved(packet.presentationTime)
            packet.decodingTime = moved(packet.decodingTime)
            packet.duration = Self.converted(packet.duration, from: soundBase, to: base)
            let time = packet.decodingTime ?? packet.presentationTime
            let isLate = whole.state.withLock { state in
                // Sound before the start of a part, such as the warming up of a decoder, is in the part before it.
                guard let time, time > state.lastDecodingTime else { return true }
                state.lastDecodingTime = time
                state.packets += 1
                return false
            }
            if !isLate { try whole.sink.append(packet, to: 1) }
        }

        /// Returns a number of units of a time base in another one, rounded.
        private static func converted(_ value: Int64, from base: Ratio, to other: Ratio) -> Int64 {
            if base == other { return value }
            let top = Int128(value) * Int128(base.numerator) * Int128(other.denominator)
            let bottom = Int128(base.denominator) * Int128(other.numerator)
            let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
            return Int64(clamping: quotient + (2 * remainder.magnitude >= bottom.magnitude ? remainder.signum() : 0))
        }

        /// Does nothing: the file ends with the last part.
        func finish() -> SessionSummary { SessionSummary() }
        func keepFinishedPart() {}
        func cancel() {}
    }
}
