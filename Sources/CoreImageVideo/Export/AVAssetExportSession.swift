import CoreImageEssentials
import Foundation
import MediaTime
import Synchronization
import VideoFiles

/// Writes an asset, filtered and encoded, to another file.
///
/// The first enabled track of video is decoded and encoded, unless the preset is `AVAssetExportPresetPassthrough`;
/// sound, subtitles and other tracks of video are copied as they are. Frames are upright in the result. The file
/// appears under its name when it is complete, and nothing is left of it after an error or a cancellation. Thread-safe;
/// a session exports once.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// The states of a session.
    public enum Status: Int, Sendable {
        /// The export hasn't begun.
        case unknown
        /// The export is about to begin.
        case waiting
        /// The export runs.
        case exporting
        /// The file is complete.
        case completed
        /// The export ended with `error`.
        case failed
        /// The export was cancelled.
        case cancelled
    }

    /// What an export does at a moment.
    public enum State: Sendable {
        /// The export hasn't begun.
        case pending
        /// The export is about to begin.
        case waiting
        /// The export runs. The progress counts thousandths.
        case exporting(progress: Progress)
    }

    struct Contents: Sendable {
        var url: URL?
        var type: AVFileType?
        var composition: CompositionPlan?
        var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var notes: [String: String]?
        var isOptimized = false
        var status = Status.unknown
        var error: AVError?
        var progress = 0.0
        var cancel: (@Sendable () -> Void)?
    }

    /// The asset.
    public let asset: AVAsset
    /// The name of the preset.
    public var presetName: String { preset.name }
    private let preset: ExportPreset
    let contents = Mutex(Contents())

    /// Creates a session.
    ///
    /// - Returns: Nil if there is no such preset. `init(checking:presetName:)` throws an error that names the presets.
    public convenience init?(asset: AVAsset, presetName: String) {
        do { try self.init(checking: asset, presetName: presetName) } catch {
            logError(error)
            return nil
        }
    }

    /// Creates a session.
    ///
    /// The throwing variant of `init(asset:presetName:)`.
    ///
    /// - Throws: `AVError` if there is no such preset.
    public init(checking asset: AVAsset, presetName: String) throws {
        guard let preset = ExportPreset.named(presetName) else {
            throw AVError(
                .operationNotSupportedForAsset,
                "There is no export preset \(presetName). Presets are "
                    + "\(ExportPreset.all.map(\.name).joined(separator: ", ")).")
        }
        (self.asset, self.preset) = (asset, preset)
    }

    deinit { contents.withLock { $0.cancel }?() }

    /// The URL of the file. Nothing may be there.
    open var outputURL: URL? {
        get { contents.withLock { $0.url } }
        set { contents.withLock { $0.url = newValue } }
    }
    /// The type of the file.
    open var outputFileType: AVFileType? {
        get { contents.withLock { $0.type } }
        set { contents.withLock { $0.type = newValue } }
    }
    /// The types of files that can hold the result.
    open var supportedFileTypes: [AVFileType] { preset.fileTypes }
    /// The composition that filters the frames; nil to leave them as they are. A copy is taken when it is set.
    open var videoComposition: AVVideoComposition? {
        get { contents.withLock { $0.composition }.map { AVVideoComposition($0) } }
        set {
            let plan = newValue?.plan
            contents.withLock { $0.composition = plan }
        }
    }
    /// The part of the asset that is exported, whose start becomes 0; all of it by default.
    open var timeRange: CMTimeRange {
        get { contents.withLock { $0.range } }
        set { contents.withLock { $0.range = newValue } }
    }
    /// Notes about the file, such as its title; nil for those of the asset.
    open var metadata: [AVMetadataItem]? {
        get { contents.withLock { $0.notes }.map { MetadataNames.items(of: $0) } }
        set {
            let notes = newValue.map { MetadataNames.notes($0) }
            contents.withLock { $0.notes = notes }
        }
    }
    /// Whether the table of frames is moved to the start of MP4 and MOV files, so that players can begin before they
    /// have all of the file.
    open var shouldOptimizeForNetworkUse: Bool {
        get { contents.withLock { $0.isOptimized } }
        set { contents.withLock { $0.isOptimized = newValue } }
    }
    /// The state.
    open var status: Status { contents.withLock { $0.status } }
    /// The reason why the export failed or was cancelled; nil unless it was.
    open var error: (any Error)? { contents.withLock { $0.error } }
    /// The completed fraction, from 0 to 1. It never decreases.
    open var progress: Float { Float(contents.withLock { $0.progress }) }

    /// Exports the asset to `outputURL` as `outputFileType`. `status` and `error` tell the outcome. Cancelling the task
    /// cancels the export.
    open func export() async { try? await run() }

    /// Exports the asset. Cancelling the task cancels the export.
    ///
    /// - Parameters:
    ///   - url: The URL of the file. Nothing may be there.
    ///   - fileType: The type of the file.
    /// - Throws: `AVError`, whose code is `operationCancelled` after a cancellation, or the error of the composition's
    ///   handler.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        contents.withLock { ($0.url, $0.type) = (url, fileType) }
        try await run()
    }

    /// Exports the asset to `outputURL` as `outputFileType`, and calls a handler on another thread. `status` and
    /// `error` tell the outcome.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        Task {
            await export()
            handler()
        }
    }

    /// Ends the export within a tenth of a second.
    open func cancelExport() {
        let cancel = contents.withLock { contents in
            if [.unknown, .waiting, .exporting].contains(contents.status) { contents.status = .cancelled }
            return contents.cancel
        }
        cancel?()
    }

    private func run() async throws {
        do {
            let job = try begin()
            if preset.codec == nil { try await copy(job) } else { try await filter(job) }
            contents.withLock { contents in
                (contents.status, contents.progress, contents.cancel) = (.completed, 1, nil)
            }
        } catch {
            contents.withLock { contents in
                let known = AVError.of(error, .exportFailed, writing: true)
                contents.cancel = nil
                guard contents.status != .completed else { return }
                if error is CancellationError || contents.status == .cancelled {
                    contents.status = .cancelled
                    contents.error = AVError(.operationCancelled, "The export was cancelled.")
                } else {
                    (contents.status, contents.error) = (.failed, known)
                }
            }
            throw reported(error)
        }
    }

    /// Returns the error that a caller gets: that of a handler as it is.
    private func reported(_ error: any Error) -> any Error {
        let known = contents.withLock { $0.error }
        guard let known else { return AVError.of(error, .exportFailed) }
        return known.code == .exportFailed ? known.underlyingError ?? known : known
    }

    /// Checks what is asked for, once.
    private func begin() throws(AVError) -> ExportJob {
        let (found, job) = contents.withLock { contents -> (Status, ExportJob?) in
            let found = contents.status
            guard found == .unknown, let url = contents.url, let type = contents.type else { return (found, nil) }
            contents.status = .waiting
            return (
                found,
                ExportJob(
                    source: asset.source, preset: preset, url: url, type: type, composition: contents.composition,
                    range: contents.range, metadata: contents.notes, isOptimized: contents.isOptimized)
            )
        }
        guard found == .unknown else {
            throw found == .cancelled
                ? AVError(.operationCancelled, "The export was cancelled.")
                : AVError(.operationNotAllowed, "A session can export once. Make another one.")
        }
        guard let job else {
            throw AVError(.operationNotAllowed, "Set outputURL and outputFileType before the export.")
        }
        try job.check()
        return job
    }

    private func filter(_ job: ExportJob) async throws {
        let video = try await BlockingCalls("export").run { [self] in
            try job.filtering { [weak self] in self?.advance(to: $0) }
        }
        try prepare { video.cancel() }
        let summary = try await video.run { writing, format in
            let path = job.url.path
            return try FileVideoSink(VideoFileWriter(path: path, writing, replaces: false), format, name: path)
        }
        logOmissions(summary.omissions, of: video.streams, in: job.source.name)
    }

    private func copy(_ job: ExportJob) async throws {
        let calls = BlockingCalls("export")
        let video = try await calls.run { [self] in try job.copying { [weak self] in self?.advance(to: $0) } }
        try prepare { video.cancel() }
        try await withTaskCancellationHandler {
            try await calls.run { try video.run(to: job.url.path) }
        } onCancel: {
            video.cancel()
        }
    }

    /// Notes how the export is cancelled, and that it runs.
    private func prepare(_ cancel: @escaping @Sendable () -> Void) throws {
        let isCancelled = contents.withLock { contents in
            contents.cancel = cancel
            if contents.status == .waiting { contents.status = .exporting }
            return contents.status == .cancelled
        }
        if isCancelled || Task.isCancelled { throw CancellationError() }
    }

    private func advance(to fraction: Double) {
        contents.withLock { $0.progress = max($0.progress, min(fraction, 1)) }
    }
}
