import CoreImageEssentials
import Foundation
import MediaTime

/// A frame that a handler filters, and the place where the result goes.
///
/// The handler calls one of the `finish` methods once, at once or later on any thread. If it releases the request
/// without calling one, the export or reading fails with an error that says so. Thread-safe.
open class AVAsynchronousCIImageFilteringRequest: NSObject, NSCopying, @unchecked Sendable {
    /// The frame: upright, with its lower left corner at the origin. Its extent is the size of the upright track.
    public let sourceImage: CIImage
    /// The time in the asset at which the frame is shown.
    public let compositionTime: CMTime
    /// The size of the result in pixels.
    public let renderSize: CGSize
    private let reply: FilteringReply

    init(_ image: CIImage, _ time: CMTime, _ size: CGSize, _ reply: FilteringReply) {
        (sourceImage, compositionTime, renderSize, self.reply) = (image, time, size, reply)
    }

    deinit {
        reply.resolve(
            .failure(
                AVError(
                    .invalidVideoComposition,
                    "The handler of the video composition released the request for the frame at "
                        + "\(compositionTime.seconds) s without finishing it. Call finish(with:context:) or finish(with:) "
                        + "for every request.", time: compositionTime)))
    }

    /// Returns the request itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Passes on the filtered frame.
    ///
    /// - Parameters:
    ///   - filteredImage: The image, of which the result shows the rectangle from the origin to `renderSize`. It is
    ///     black, or transparent in formats with alpha, outside of its extent. It may be `sourceImage`.
    ///   - context: The context that renders it; nil for a default one.
    open func finish(with filteredImage: CIImage, context: CIContext?) {
        finish(.success(FilteredImage(filteredImage, context: context)))
    }

    /// Ends the export or reading with an error.
    open func finish(with error: any Error) { finish(.failure(error)) }

    private func finish(_ result: Result<FilteredImage, any Error>) {
        guard !reply.resolve(result) else { return }
        logError(
            AVError(
                .operationNotAllowed,
                "The request for the frame at \(compositionTime.seconds) s was finished twice, or after its export was "
                    + "cancelled. The first result counts.", time: compositionTime))
    }
}

/// A frame that a filter gets.
public struct AVCIImageFilteringParameters: Sendable {
    /// The frame: upright, with its lower left corner at the origin.
    public let sourceImage: CIImage
    /// The time in the asset at which the frame is shown.
    public let compositionTime: CMTime
    /// The size of the result in pixels.
    public let renderSize: CGSize
}

/// What a filter makes of a frame.
public struct AVCIImageFilteringResult: Sendable {
    /// The image, of which the result shows the rectangle from the origin to the size of the result.
    public let resultImage: CIImage
    /// The context that renders it; nil for a default one.
    public let ciContext: CIContext?

    /// Creates a result.
    public init(resultImage: CIImage, ciContext: CIContext? = nil) {
        (self.resultImage, self.ciContext) = (resultImage, ciContext)
    }
}
