import CoreImageEssentials
import Foundation
import MediaTime
import Pixels
import Synchronization

/// Makes pictures of frames, for example as previews. Thread-safe.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    /// The outcome for a time.
    public enum Result: Int, Sendable {
        /// There is a picture.
        case succeeded
        /// There is none, for a reason.
        case failed
        /// `cancelAllCGImageGeneration()` was called.
        case cancelled
    }

    private struct State: Sendable {
        var settings = ImageGeneration()
        /// Increases with each cancellation, which concerns the work that has begun before.
        var generation = 0
    }

    /// The asset.
    public let asset: AVAsset
    private let state = Mutex(State())
    private let calls = BlockingCalls("images")
    private let context = CIContext()

    /// Creates a generator. The file is opened when the first picture is made.
    public init(asset: AVAsset) { self.asset = asset }

    /// Whether pictures are upright. The default is false: as the frames are stored. With a composition they always
    /// are.
    open var appliesPreferredTrackTransform: Bool {
        get { settings.isUpright }
        set { change { $0.isUpright = newValue } }
    }
    /// The largest size in pixels. Larger pictures are reduced to fit, with their proportions; a side of 0 has no
    /// limit. The default is zero.
    open var maximumSize: CGSize {
        get { settings.maximumSize }
        set { change { $0.maximumSize = newValue } }
    }
    /// How much earlier than the requested time the frame of a picture may begin; infinite by default. With zero for
    /// both tolerances, the picture is that of the frame that is shown at the time. Otherwise it may be one that is
    /// found faster.
    open var requestedTimeToleranceBefore: CMTime {
        get { settings.toleranceBefore }
        set { change { $0.toleranceBefore = newValue } }
    }
    /// How much later than the requested time the frame of a picture may begin; infinite by default.
    open var requestedTimeToleranceAfter: CMTime {
        get { settings.toleranceAfter }
        set { change { $0.toleranceAfter = newValue } }
    }
    /// A composition whose frames the pictures show; nil for those of the file.
    open var videoComposition: AVVideoComposition? {
        get { settings.composition.map { AVVideoComposition($0) } }
        set {
            let plan = newValue?.plan
            change { $0.composition = plan }
        }
    }

    private var settings: ImageGeneration { state.withLock { $0.settings } }

    private func change(_ body: (inout ImageGeneration) -> Void) { state.withLock { body(&$0.settings) } }

    /// Makes a picture. It waits until the frame has been decoded.
    ///
    /// - Parameters:
    ///   - requestedTime: A time in the asset. Times before the first frame and after the last one have these frames.
    ///   - actualTime: The time of the frame.
    /// - Returns: The picture, of 8 bits in sRGB.
    /// - Throws: `AVError`, or the error of a composition's filter.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try make(requestedTime)
        actualTime?.pointee = time
        return image
    }

    /// Makes a picture without blocking a thread.
    ///
    /// - Returns: The picture and the time of its frame.
    /// - Throws: `AVError`, or the error of a composition's filter.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await calls.run { try self.make(time) }
    }

    /// Makes a picture, and passes it to a handler on another thread.
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) { _, image, time, _, error in
            handler(image, time, error)
        }
    }

    /// Makes pictures one after the other, and passes each to a handler on another thread.
    ///
    /// - Parameters:
    ///   - requestedTimes: Times, made with `NSValue(time:)`.
    ///   - handler: Called for each time with the time, the picture, the time of its frame, the outcome and the error.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler:
            @escaping @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void
    ) {
        let generation = state.withLock { $0.generation }
        let times = requestedTimes.map(\.timeValue)
        Task {
            for time in times {
                guard state.withLock({ $0.generation }) == generation else {
                    handler(time, nil, .invalid, .cancelled, nil)
                    continue
                }
                do {
                    let (image, actual) = try await image(at: time)
                    handler(time, image, actual, .succeeded, nil)
                } catch {
                    handler(time, nil, .invalid, .failed, error)
                }
            }
        }
    }

    /// Ends the making of pictures that were requested before: the handlers of those that haven't been begun are called
    /// with `cancelled`.
    open func cancelAllCGImageGeneration() { state.withLock { $0.generation += 1 } }

    private func make(_ time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        do { return try settings.picture(of: asset, at: time, context) } catch {
            throw AVError.of(error, .noImageAtTime)
        }
    }
}
