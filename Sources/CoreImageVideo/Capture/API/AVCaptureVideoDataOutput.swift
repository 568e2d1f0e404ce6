import CoreImageEssentials
import Synchronization

/// Receives the frames of a session. The methods are called on the queue that was passed with the object.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    /// A frame has arrived. Return soon: frames that arrive meanwhile are dropped, unless
    /// `alwaysDiscardsLateVideoFrames` is false.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A frame has been dropped: it was late, damaged, or lost by the camera. The sample buffer has its time, and no
    /// image buffer.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// Passes the frames of a session to a delegate.
///
/// Time stamps are those of the driver, on the clock of the host. Frames are copies, which can be kept; memory grows as
/// long as they are. Thread-safe.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var settings: [String: any Sendable] = [:]
        var discardsLate = true
        var conversion = FrameConversion([:])
        var lastBuffer: CVPixelBuffer?
        var observer: CaptureObserver?
    }

    private let lock = NSLock()
    // The lock protects it.
    private var state = State()
    private let delivery = CaptureDelivery()

    /// Creates an output without a delegate.
    public override init() { super.init() }

    /// The attributes of the pixel buffers: `kCVPixelBufferPixelFormatTypeKey`, `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`. Frames without a format are as the camera delivers them, and RGB if it delivers JPEG.
    /// Others are converted, on the thread of the session.
    public var videoSettings: [String: any Sendable] {
        get { lock.withLock { state.settings } }
        set {
            let conversion = FrameConversion(newValue)
            lock.withLock { (state.settings, state.conversion) = (newValue, conversion) }
        }
    }

    /// The pixel format types that `videoSettings` can have: all of this library, those of cameras first.
    public var availableVideoPixelFormatTypes: [OSType] {
        let native = [
            kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8,
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar,
        ]
        return native + PixelBufferFormat.table.map(\.type).filter { !native.contains($0) }
    }

    /// Whether frames are dropped while the delegate is busy. True at first. If it is false, up to eight frames wait.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { lock.withLock { state.discardsLate } }
        set { lock.withLock { state.discardsLate = newValue } }
    }

    /// Sets the delegate, which isn't retained, and the serial queue on which it is called. Nil removes it.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        lock.withLock { (state.delegate, state.queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) }
    }

    /// The delegate.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        lock.withLock { state.delegate }
    }
    /// The queue on which the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { lock.withLock { state.queue } }

    /// Sets what also receives frames, beside the delegate: a player of frames.
    func setObserver(_ observer: CaptureObserver?) { lock.withLock { state.observer = observer } }

    /// Whether a player receives frames.
    var isObserved: Bool { lock.withLock { state.observer != nil } }

    override func receive(_ event: CaptureEvent) {
        guard let connection = connections.first, connection.isEnabled else { return }
        let (conversion, observer, last) = lock.withLock { (state.conversion, state.observer, state.lastBuffer) }
        switch event {
        case .frame(let buffer, let time, let duration):
            do {
                let frame = try conversion.convert(TimedFrame(time: time, duration: duration, pixelBuffer: buffer))
                guard let pixels = frame.pixelBuffer else { return }
                lock.withLock { state.lastBuffer = pixels }
                observer?.arrived(frame)
                pass(try CMSampleBuffer(pixels, time, duration), isFrame: true, connection)
            } catch {
                logError(error)
                observer?.lost(time)
                if let sample = try? CMSampleBuffer(buffer, time, duration) { pass(sample, isFrame: false, connection) }
            }
        case .lost(let time):
            observer?.lost(time)
            // Without a frame before it, there is no description of its format.
            guard let last, let sample = try? CMSampleBuffer(last, time, .invalid) else { return }
            pass(sample, isFrame: false, connection)
        }
    }

    override func end(_ error: (any Error)?) {
        let observer = lock.withLock {
            state.lastBuffer = nil
            return state.observer
        }
        observer?.ended(error)
    }

    private func pass(_ sample: CMSampleBuffer, isFrame: Bool, _ connection: AVCaptureConnection) {
        guard let queue = lock.withLock({ state.delegate == nil ? nil : state.queue }) else { return }
        let limit = alwaysDiscardsLateVideoFrames ? 1 : CaptureDelivery.limit
        guard delivery.add(sample, isFrame: isFrame, limit: limit) else { return }
        queue.async { [weak self] in self?.callDelegate(connection) }
    }

    /// Calls the delegate with all that is waiting.
    private func callDelegate(_ connection: AVCaptureConnection) {
        while let (sample, isFrame) = delivery.next() {
            let delegate = sampleBufferDelegate
            if isFrame {
                delegate?.captureOutput(self, didOutput: sample, from: connection)
            } else {
                delegate?.captureOutput(self, didDrop: sample, from: connection)
            }
        }
    }
}

/// What receives the frames of an output without a delegate's queue.
struct CaptureObserver: Sendable {
    let arrived: @Sendable (TimedFrame) -> Void
    let lost: @Sendable (CMTime) -> Void
    let ended: @Sendable ((any Error)?) -> Void
}

extension CMSampleBuffer {
    convenience init(_ buffer: CVPixelBuffer, _ time: CMTime, _ duration: CMTime) throws {
        try self.init(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        )
    }
}
