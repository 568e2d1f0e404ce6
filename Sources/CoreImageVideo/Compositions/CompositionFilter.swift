import CoreImageEssentials
import Foundation
import MediaTime

/// The filter of a composition, to be called from Swift concurrency or from a thread that waits.
enum CompositionFilter: Sendable {
    /// Frames are shown as they are.
    case none
    /// A handler that finishes requests.
    case handler(@Sendable (AVAsynchronousCIImageFilteringRequest) -> Void)
    /// An asynchronous function.
    case function(@Sendable (AVCIImageFilteringParameters) async throws -> AVCIImageFilteringResult)

    /// Filters a frame. It ends with `CancellationError` if the task is cancelled, even if a handler never finishes.
    func apply(to image: CIImage, at time: CMTime, renderSize: CGSize) async throws -> FilteredImage {
        switch self {
        case .none: return FilteredImage(image)
        case .function(let function):
            let result = try await function(
                AVCIImageFilteringParameters(sourceImage: image, compositionTime: time, renderSize: renderSize))
            return FilteredImage(result.resultImage, context: result.ciContext)
        case .handler(let handler):
            let cancelling = PendingReply()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let reply = FilteringReply { continuation.resume(with: $0) }
                    cancelling.wait(for: reply)
                    handler(AVAsynchronousCIImageFilteringRequest(image, time, renderSize, reply))
                }
            } onCancel: {
                cancelling.cancel()
            }
        }
    }

    /// Filters a frame, and waits for the result.
    func applyAndWait(to image: CIImage, at time: CMTime, renderSize: CGSize, _ pending: PendingReply) throws
        -> FilteredImage
    {
        if case .none = self { return FilteredImage(image) }
        let result = WaitingResult()
        let reply = FilteringReply { result.set($0) }
        pending.wait(for: reply)
        switch self {
        case .none: break
        case .handler(let handler):
            handler(AVAsynchronousCIImageFilteringRequest(image, time, renderSize, reply))
        case .function:
            Task.detached {
                do {
                    reply.resolve(.success(try await apply(to: image, at: time, renderSize: renderSize)))
                } catch {
                    reply.resolve(.failure(error))
                }
            }
        }
        return try result.get()
    }
}
