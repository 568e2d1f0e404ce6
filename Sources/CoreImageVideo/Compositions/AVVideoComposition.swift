import CoreImageEssentials
import Foundation
import MediaTime

/// How the frames of a video are filtered, sized and timed.
///
/// The filter gets each frame of the first enabled track of video, upright. Exports, readers and image generators take
/// a composition; `AVMutableVideoComposition` can be changed. Immutable and thread-safe.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    /// A function that filters a frame.
    public typealias Applier = @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void

    fileprivate(set) var plan: CompositionPlan

    /// Creates a composition without a filter, whose size is zero. It can't be used before `renderSize` is set.
    public override init() { plan = CompositionPlan() }

    init(_ plan: CompositionPlan) { self.plan = plan }

    /// Creates a composition that filters the frames of an asset. It waits until the file has been opened.
    ///
    /// If the file can't be read or has no video, the composition has no size, the reason is in the log, and what uses
    /// the composition fails with it. `videoComposition(with:applyingCIFiltersWithHandler:)` throws it instead.
    ///
    /// - Parameters:
    ///   - asset: The asset, whose first enabled track of video determines `renderSize`, upright, `frameDuration` (1/30
    ///     s if the frame rate isn't known) and `sourceTrackIDForFrameTiming`.
    ///   - applier: Called for one frame after the other, on any thread. It finishes each request once.
    public required init(
        asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping Applier
    ) {
        plan = Self.loggedPlan(asset, .handler(applier))
    }

    /// Creates a composition that shows the frames of an asset as they are. Errors are those of
    /// `init(asset:applyingCIFiltersWithHandler:)`.
    public required init(propertiesOf asset: AVAsset) { plan = Self.loggedPlan(asset, .none) }

    /// Creates a composition that filters the frames of an asset with an asynchronous function.
    ///
    /// - Parameters:
    ///   - asset: The asset, whose first enabled track of video determines size and times.
    ///   - applier: Called for one frame after the other. An error that it throws ends the export or reading.
    /// - Throws: `AVError` if the file can't be read or has no video.
    public convenience init(
        applyingFiltersTo asset: AVAsset,
        applier: @escaping @Sendable (AVCIImageFilteringParameters) async throws -> AVCIImageFilteringResult
    ) async throws {
        self.init(try await Self.plan(asset, .function(applier)))
    }

    /// Returns the composition itself, or a copy that doesn't change of one that can be changed.
    open func copy(with zone: NSZone? = nil) -> Any { AVVideoComposition(plan) }

    /// Returns a copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoComposition(plan) }

    /// The size of the result in pixels. Images are shown from the origin to this size.
    open var renderSize: CGSize { plan.renderSize }
    /// The distance of frames in the result, if `sourceTrackIDForFrameTiming` is invalid: frames of the source are then
    /// repeated or left out.
    open var frameDuration: CMTime { plan.frameDuration }
    /// The track whose frames give the times of the result's frames, or `kCMPersistentTrackID_Invalid` for those of
    /// `frameDuration`.
    open var sourceTrackIDForFrameTiming: CMPersistentTrackID { plan.timingTrack }
    /// The primaries of the result, one of the constants that begin with `AVVideoColorPrimaries_`; nil for those of the
    /// source.
    open var colorPrimaries: String? { plan.colorPrimaries }
    /// The transfer function of the result, one of the constants that begin with `AVVideoTransferFunction_`; nil for
    /// that of the source.
    open var colorTransferFunction: String? { plan.colorTransferFunction }
    /// The matrix of the result, one of the constants that begin with `AVVideoYCbCrMatrix_`; nil for that of the
    /// source.
    open var colorYCbCrMatrix: String? { plan.colorYCbCrMatrix }

    /// Returns a composition that filters the frames of an asset, without blocking a thread.
    ///
    /// - Parameters:
    ///   - asset: The asset, whose first enabled track of video determines size and times.
    ///   - applier: Called for one frame after the other, on any thread. It finishes each request once.
    /// - Throws: `AVError` if the file can't be read or has no video.
    public class func videoComposition(
        with asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping Applier
    ) async throws -> Self {
        try await made(asset, .handler(applier))
    }

    /// Passes a composition that filters the frames of an asset, or the reason why there is none, to a handler.
    public class func videoComposition(
        with asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping Applier,
        completionHandler: @escaping @Sendable (AVVideoComposition?, (any Error)?) -> Void
    ) {
        Task {
            do {
                completionHandler(
                    try await videoComposition(with: asset, applyingCIFiltersWithHandler: applier), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Returns a composition that shows the frames of an asset as they are.
    ///
    /// - Throws: `AVError` if the file can't be read or has no video.
    public class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> Self {
        try await made(asset, .none)
    }

    private class func made(_ asset: AVAsset, _ filter: CompositionFilter) async throws -> Self {
        let plan = try await plan(asset, filter)
        let composition = Self(propertiesOf: asset)
        composition.plan = plan
        return composition
    }

    private static func plan(_ asset: AVAsset, _ filter: CompositionFilter) async throws -> CompositionPlan {
        try await BlockingCalls.shared.run { try CompositionPlan(asset, filter) }
    }

    private static func loggedPlan(_ asset: AVAsset, _ filter: CompositionFilter) -> CompositionPlan {
        do { return try CompositionPlan(asset, filter) } catch {
            logError(error)
            var plan = CompositionPlan()
            plan.failure = AVError.of(error, .invalidVideoComposition)
            return plan
        }
    }
}

/// A composition that can be changed. Not thread-safe while it is; what uses it takes a copy when it starts.
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
    /// Creates a composition without a filter, whose size is zero.
    public override init() { super.init() }

    override init(_ plan: CompositionPlan) { super.init(plan) }

    /// Creates a composition that filters the frames of an asset.
    public required init(asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping Applier) {
        super.init(asset: asset, applyingCIFiltersWithHandler: applier)
    }

    /// Creates a composition that shows the frames of an asset as they are.
    public required init(propertiesOf asset: AVAsset) { super.init(propertiesOf: asset) }

    /// The size of the result in pixels.
    open override var renderSize: CGSize {
        get { plan.renderSize }
        set { plan.renderSize = newValue }
    }
    /// The distance of frames in the result, if `sourceTrackIDForFrameTiming` is invalid.
    open override var frameDuration: CMTime {
        get { plan.frameDuration }
        set { plan.frameDuration = newValue }
    }
    /// The track whose frames give the times of the result's frames.
    open override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
        get { plan.timingTrack }
        set { plan.timingTrack = newValue }
    }
    /// The primaries of the result; nil for those of the source.
    open override var colorPrimaries: String? {
        get { plan.colorPrimaries }
        set { plan.colorPrimaries = newValue }
    }
    /// The transfer function of the result; nil for that of the source.
    open override var colorTransferFunction: String? {
        get { plan.colorTransferFunction }
        set { plan.colorTransferFunction = newValue }
    }
    /// The matrix of the result; nil for that of the source.
    open override var colorYCbCrMatrix: String? {
        get { plan.colorYCbCrMatrix }
        set { plan.colorYCbCrMatrix = newValue }
    }
}
