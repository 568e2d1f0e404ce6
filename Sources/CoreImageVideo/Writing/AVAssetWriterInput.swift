import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import Synchronization
import VideoExchange

/// A track of a file that is written: frames that are encoded, or packets that are stored as they are. Thread-safe,
/// except that samples must be appended in the order of their times.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var transform = CGAffineTransform.identity
        var timeScale: CMTimeScale = 0
        var language: String?
        var pending = 0
        var isFinished = false
        var request: Request?
    }

    /// What is called when samples can be appended.
    private struct Request: Sendable {
        let queue: DispatchQueue
        let body: @Sendable () -> Void
    }

    /// The kind of media.
    public let mediaType: AVMediaType
    /// The settings of the encoder; nil for packets.
    public let outputSettings: [String: Any]?
    /// The description of the packets, if it was given.
    public let sourceFormatHint: CMFormatDescription?
    /// Whether samples come in real time. It has no effect: samples are written as they come in any case.
    open var expectsMediaDataInRealTime = false

    private let state = Mutex(State())
    private let room: DispatchSemaphore
    private let capacity: Int
    let session = Mutex<WritingSession?>(nil)

    /// Creates an input.
    ///
    /// Settings that can't be used are an error of the writer's `startWriting()`.
    ///
    /// - Parameters:
    ///   - mediaType: The kind of media. Only video can be encoded.
    ///   - outputSettings: For frames, values for `AVVideoCodecKey`, `AVVideoWidthKey` and `AVVideoHeightKey`, and
    ///     further keys that begin with `AVVideo`. Nil for packets, as a reader's output without settings gives them.
    ///   - sourceFormatHint: The description of the packets, from the track's `formatDescriptions`. It is needed if the
    ///     first packet comes late.
    public init(
        mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
    ) {
        (self.mediaType, self.outputSettings) = (mediaType, outputSettings)
        self.sourceFormatHint = sourceFormatHint
        // Frames are large, packets are small.
        capacity = outputSettings == nil ? 64 : 4
        room = DispatchSemaphore(value: capacity)
    }

    /// How the frames are turned for display, in a space with the origin at the top left and y downwards. It must be
    /// set before writing starts. The default is the identity.
    open var transform: CGAffineTransform {
        get { state.withLock { $0.transform } }
        set { state.withLock { $0.transform = newValue } }
    }
    /// The number of units a second in which times are stored; 0 for one that suits the first sample.
    open var mediaTimeScale: CMTimeScale {
        get { state.withLock { $0.timeScale } }
        set { state.withLock { $0.timeScale = newValue } }
    }
    /// The language, three letters of ISO 639-2.
    open var languageCode: String? {
        get { state.withLock { $0.language } }
        set { state.withLock { $0.language = newValue } }
    }

    /// Whether a sample can be appended without waiting.
    open var isReadyForMoreMediaData: Bool {
        let isOpen = session.withLock { $0?.isWriting ?? false }
        return isOpen && state.withLock { !$0.isFinished && $0.pending < capacity }
    }

    /// Appends a frame or packet. If the input isn't ready, the call waits until it is.
    ///
    /// The pixels of a frame must not be changed afterwards.
    ///
    /// - Returns: Whether the sample was taken. If not, the writer's `error` is the reason.
    @discardableResult
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        guard let session = session.withLock({ $0 }), session.isWriting else { return false }
        guard !state.withLock({ $0.isFinished }) else {
            session.fail(
                AVError(.operationNotAllowed, "A sample was appended to an input after markAsFinished()."))
            return false
        }
        room.wait()
        state.withLock { $0.pending += 1 }
        return session.enqueue(sampleBuffer, self)
    }

    /// Declares that no further samples are appended. Other inputs don't wait for this one any more.
    open func markAsFinished() {
        state.withLock { state in
            state.isFinished = true
            state.request = nil
        }
        session.withLock { $0 }?.noteFinished(self)
    }

    /// Calls a block each time that samples can be appended, until `markAsFinished()` is called. The block appends
    /// samples as long as `isReadyForMoreMediaData` is true.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the block is called.
    ///   - block: The block.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        state.withLock { $0.request = Request(queue: queue, body: block) }
        requestSamples()
    }

    /// Calls the block for samples, if there is one and the input is ready.
    func requestSamples() {
        guard isReadyForMoreMediaData, let request = state.withLock({ $0.request }) else { return }
        request.queue.async { [weak self] in
            if self?.isReadyForMoreMediaData ?? false { request.body() }
        }
    }

    /// Notes that a sample isn't waiting any more.
    func noteTaken() {
        let wasFull = state.withLock { state in
            defer { state.pending -= 1 }
            return state.pending == capacity
        }
        room.signal()
        if wasFull { requestSamples() }
    }

    /// Whether as many samples wait as can.
    var isFull: Bool { state.withLock { $0.pending >= capacity } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
}
