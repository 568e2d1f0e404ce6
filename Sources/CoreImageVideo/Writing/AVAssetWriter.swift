import CoreImageEssentials
import Foundation
import MediaTime
import Synchronization
import VideoExchange

/// Writes a video file of frames and packets. Thread-safe.
///
/// Inputs are added, `startWriting()` and `startSession(atSourceTime:)` are called, samples are appended to the inputs,
/// and `finishWriting` completes the file. It appears under its name only then, and nothing is left of it after an
/// error. Frames are encoded in a sandboxed process.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    /// The states of a writer.
    public enum Status: Int, Sendable {
        /// Writing hasn't begun.
        case unknown
        /// Samples can be appended.
        case writing
        /// The file is complete.
        case completed
        /// Writing ended with `error`.
        case failed
        /// Writing was cancelled.
        case cancelled
    }

    private struct State: Sendable {
        var status = Status.unknown
        var error: AVError?
        var inputs: [AVAssetWriterInput] = []
        var session: WritingSession?
        var notes: [String: String] = [:]
        var isOptimized = false
        var fragmentInterval = CMTime.invalid
    }

    /// The URL of the file.
    public let outputURL: URL
    /// The type of the file.
    public let outputFileType: AVFileType
    private let state = Mutex(State())
    private let items = Mutex(Notes())

    private struct Notes: @unchecked Sendable {
        // Copies that don't change.
        var items: [AVMetadataItem] = []
    }

    /// Creates a writer.
    ///
    /// - Throws: `AVError` if the URL isn't that of a file, a file exists there, or the type can't be written.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        try OutputFile.check(outputURL, outputFileType)
        (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
    }

    /// Creates a writer; the same as `init(outputURL:fileType:)`.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    deinit { state.withLock { $0.session }?.cancel() }

    /// The state.
    open var status: Status {
        state.withLock { state in
            state.status == .writing && state.session?.error != nil ? .failed : state.status
        }
    }
    /// The reason why writing failed; nil unless it did.
    open var error: (any Error)? { state.withLock { $0.error ?? $0.session?.error } }
    /// The inputs.
    open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }
    /// Notes about the file, such as its title. They must be set before writing starts.
    open var metadata: [AVMetadataItem] {
        get { items.withLock { $0.items } }
        set {
            let copies = newValue.map { AVMetadataItem($0.content) }
            items.withLock { $0.items = copies }
        }
    }
    /// Whether the table of frames is moved to the start of MP4 and MOV files, so that players can begin before they
    /// have all of the file.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.isOptimized } }
        set { state.withLock { $0.isOptimized = newValue } }
    }
    /// If the time is valid, MP4 and MOV files consist of fragments, each of which begins with a frame that is
    /// decodable by itself. The length of fragments follows from the distance of these frames.
    open var movieFragmentInterval: CMTime {
        get { state.withLock { $0.fragmentInterval } }
        set { state.withLock { $0.fragmentInterval = newValue } }
    }
    /// The types of files that can be written.
    open var availableMediaTypes: [AVMediaType] { [.video, .audio, .subtitle] }

    /// Whether an input can be added: writing hasn't begun, and the input has no other writer.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool {
        state.withLock { $0.status == .unknown && !$0.inputs.contains { $0 === input } }
            && input.session.withLock { $0 == nil }
    }

    /// Whether settings can be used for a kind of media.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard let outputSettings else { return true }
        return mediaType == .video && (try? VideoOutputSettings(outputSettings)) != nil
    }

    /// Adds an input. One for which `canAdd(_:)` is false is an error of `startWriting()`.
    open func add(_ input: AVAssetWriterInput) {
        guard canAdd(input) else {
            fail(
                AVError(
                    .operationNotAllowed,
                    "An input can't be added to the writer: it has been added already, or writing has begun."))
            return
        }
        state.withLock { $0.inputs.append(input) }
    }

    /// Begins to write.
    ///
    /// - Returns: Whether samples can be appended. If not, `error` is the reason.
    @discardableResult
    open func startWriting() -> Bool {
        let notes = MetadataNames.notes(metadata)
        let (status, inputs, isOptimized, interval) = state.withLock {
            ($0.status, $0.inputs, $0.isOptimized, $0.fragmentInterval)
        }
        guard status == .unknown else {
            if status != .failed { fail(AVError(.operationNotAllowed, "A writer can write once. Make another one.")) }
            return false
        }
        guard !inputs.isEmpty else {
            fail(AVError(.operationNotAllowed, "The writer has no inputs. Add some before startWriting()."))
            return false
        }
        do {
            try OutputFile.check(outputURL, outputFileType)
            guard let container = outputFileType.container else { return false }
            var request = WritingRequest(container: container)
            request.metadata = notes
            request.arrangement = interval.isNumeric ? .fragmented : isOptimized ? .indexAtStart : .indexAtEnd
            let session = try WritingSession(outputURL.path, request, inputs)
            let isWriting = state.withLock { state in
                // It may have been cancelled meanwhile.
                guard state.status == .unknown else { return false }
                (state.session, state.status) = (session, .writing)
                return true
            }
            guard isWriting else { return false }
            for input in inputs {
                input.session.withLock { $0 = session }
                input.requestSamples()
            }
            return true
        } catch {
            fail(AVError.of(error, .unknown, writing: true))
            return false
        }
    }

    /// Begins the session: this time of the samples becomes 0 in the file. Frames before it are left out.
    open func startSession(atSourceTime startTime: CMTime) { session?.start(at: startTime) }

    /// Ends the session: the last frame is shown until this time.
    open func endSession(atSourceTime endTime: CMTime) { session?.end(at: endTime) }

    /// Completes the file, and calls a handler on another thread. `status` and `error` tell the outcome.
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        guard let session, status == .writing else {
            if status == .unknown {
                fail(AVError(.operationNotAllowed, "Writing hasn't begun. Call startWriting() first."))
            }
            settle()
            handler()
            return
        }
        for input in inputs where !input.isFinished { input.markAsFinished() }
        session.finish { [self] in
            settle()
            handler()
        }
    }

    /// Completes the file. `status` and `error` tell the outcome.
    open func finishWriting() async {
        await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
    }

    /// Ends writing. Nothing is left of the file.
    open func cancelWriting() {
        state.withLock { if [.unknown, .writing].contains($0.status) { $0.status = .cancelled } }
        session?.cancel()
    }

    private var session: WritingSession? { state.withLock { $0.session } }

    /// Makes the outcome of the session that of the writer.
    private func settle() {
        state.withLock { state in
            guard state.status == .writing, let session = state.session else { return }
            state.error = session.error
            state.status = session.error == nil ? .completed : .failed
        }
    }

    private func fail(_ error: AVError) {
        state.withLock { state in
            guard [.unknown, .writing].contains(state.status) else { return }
            (state.status, state.error) = (.failed, error)
        }
    }
}
