import CoreImageEssentials
import Foundation
import MediaTime
import Synchronization

/// Reads frames and packets of an asset. Thread-safe.
///
/// Outputs are added, `startReading()` opens the file, and each output's `copyNextSampleBuffer()` is called until it
/// returns nil. The status is `completed` when all outputs have reached their ends.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// The states of a reader.
    public enum Status: Int, Sendable {
        /// Reading hasn't begun.
        case unknown
        /// Frames and packets can be read.
        case reading
        /// All outputs have reached their ends.
        case completed
        /// Reading ended with `error`.
        case failed
        /// Reading was cancelled.
        case cancelled
    }

    private struct State: Sendable {
        var status = Status.unknown
        var error: AVError?
        var outputs: [AVAssetReaderOutput] = []
        var ended: Set<ObjectIdentifier> = []
        var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    }

    /// The asset.
    public let asset: AVAsset
    private let state = Mutex(State())

    /// Creates a reader. It waits until the file has been opened.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public init(asset: AVAsset) throws {
        _ = try asset.loadedTracks()
        self.asset = asset
    }

    deinit { for output in outputs { output.cancel() } }

    /// The state.
    open var status: Status { state.withLock { $0.status } }
    /// The reason why reading failed; nil unless it did.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The outputs.
    open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// The part of the asset that is read; from 0 to the end by default. It can't be changed after `startReading()`.
    ///
    /// Outputs begin with the frame or packet that is shown at the start of the range, and packets of video with the
    /// last one before it that is decodable by itself. Times stay those of the asset.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.range } }
        set { state.withLock { if $0.status == .unknown { $0.range = newValue } } }
    }

    /// Whether an output can be added: reading hasn't begun, and the output's tracks are of this asset.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        status == .unknown && output.source?.url == asset.source.url && output.reader.withLock { $0.reader == nil }
    }

    /// Adds an output. One for which `canAdd(_:)` is false is an error of `startReading()`.
    open func add(_ output: AVAssetReaderOutput) {
        guard canAdd(output) else {
            fail(
                AVError(
                    .operationNotAllowed,
                    "An output can't be added to the reader. Its track must be one of the reader's asset, it must not "
                        + "have another reader, and reading must not have begun."))
            return
        }
        output.reader.withLock { $0.reader = self }
        state.withLock { $0.outputs.append(output) }
    }

    /// Opens the file for each output.
    ///
    /// - Returns: Whether reading has begun. If not, `error` is the reason.
    @discardableResult
    open func startReading() -> Bool {
        let (status, outputs, range) = state.withLock { ($0.status, $0.outputs, $0.range) }
        guard status == .unknown else {
            if status != .failed { fail(AVError(.operationNotAllowed, "A reader can read once. Make another one.")) }
            return false
        }
        guard range.isValid, range.duration > .zero else {
            fail(
                AVError(
                    .operationNotSupportedForAsset,
                    "The time range \(range) of the reader is empty. Set a range with a positive duration."))
            return false
        }
        do {
            for output in outputs { try output.open(range) }
            let isReading = state.withLock { state in
                // It may have been cancelled meanwhile.
                if state.status == .unknown { state.status = .reading }
                return state.status == .reading
            }
            if !isReading { for output in outputs { output.cancel() } }
            return isReading
        } catch {
            fail(error)
            return false
        }
    }

    /// Ends reading. Calls that wait return nil.
    open func cancelReading() {
        let outputs = state.withLock { state in
            if [.unknown, .reading].contains(state.status) { state.status = .cancelled }
            return state.outputs
        }
        for output in outputs { output.cancel() }
    }

    func noteEnd(of output: AVAssetReaderOutput) {
        state.withLock { state in
            state.ended.insert(ObjectIdentifier(output))
            if state.status == .reading, state.ended.count == state.outputs.count { state.status = .completed }
        }
    }

    func fail(_ error: any Error) {
        let outputs = state.withLock { state in
            if [.unknown, .reading].contains(state.status) {
                state.status = .failed
                state.error = AVError.of(error, .unknown)
            }
            return state.outputs
        }
        for output in outputs { output.cancel() }
    }
}
