import CoreImageEssentials
import Synchronization

/// A stream of video as the input of a session, such as the frames of another program on standard input.
///
/// Frames get times of the host's clock: the first one that of its arrival, and others as the stream's times say. They
/// are delivered at these times; if the stream is late, so are all further frames. A stream is read once.
///
/// The session opens the stream on its own thread, so that `startRunning()` doesn't wait for the program at the other
/// end. If the stream can't be read, the session ends with `AVCaptureSession.runtimeErrorNotification`, as it does if
/// the stream fails later.
public final class CaptureStreamInput: AVCaptureInput, @unchecked Sendable {
    private let descriptor: FileHandle
    private let streamName: String
    private let format: VideoStreamFormat

    /// Creates an input. The stream's header is read when the session has started.
    ///
    /// - Parameters:
    ///   - handle: The open stream, which is read from where it is. It must stay open until the session has started.
    ///   - format: The format of the stream.
    public init(_ handle: FileHandle = .standardInput, format: VideoStreamFormat = .any) {
        (descriptor, self.format, streamName) = (handle, format, handle.streamName)
        super.init()
    }

    override var name: String { streamName }

    override func makeProducer(_ preset: AVCaptureSession.Preset, clock: CMClock) throws -> any CaptureProducer {
        let own = try VideoStreamReader.duplicate(descriptor.fileDescriptor, name)
        return StreamProducer(
            DeferredReader { [name, format] in try VideoStreamReader(own, name: name, format: format) })
    }
}

/// Delivers the frames of a stream at their times.
final class StreamProducer: CaptureProducer, @unchecked Sendable {
    /// Nanoseconds with which sums and differences of a few times don't overflow.
    private static let timeLimit: UInt64 = 1 << 60

    private let frames: FrameLookAhead
    private let clock = HostClockSource()
    private let condition = MonotonicCondition()
    // The condition's lock protects it.
    private var isStopped = false

    init(_ reader: any FrameReader) { frames = FrameLookAhead(reader) }

    func run(_ deliver: (CaptureEvent) -> Void) throws {
        frames.begin(at: .zero)
        // The host's time minus the stream's, in nanoseconds.
        var offset: Int64?
        do {
            while let frame = try frames.next(), let buffer = frame.pixelBuffer {
                guard let time = frame.time.nanosecondsRoundedUp, time.magnitude < Self.timeLimit else {
                    throw AVError(
                        .decodeFailed, "A frame of the stream has the impossible time \(frame.time.seconds) s.",
                        time: frame.time)
                }
                let now = clock.now
                let due = offset.map { $0 + time } ?? now
                let shown = max(due, now)
                offset = shown - time
                guard waitUntil(shown) else { return }
                deliver(.frame(buffer, time: CMTime(nanoseconds: shown), duration: frame.duration))
            }
        } catch is CancellationError {
            return
        }
    }

    func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
        frames.cancel()
    }

    /// Returns false if the producer is stopped before the time.
    private func waitUntil(_ time: Int64) -> Bool {
        condition.withLock {
            while !isStopped, clock.now < time { condition.wait(until: time) }
            return !isStopped
        }
    }
}
