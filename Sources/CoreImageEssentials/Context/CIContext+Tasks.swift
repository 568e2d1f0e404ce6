import Foundation
import Rendering

/// Renderings to a destination, which run while the caller goes on.
extension CIContext {
    /// Starts rendering a part of an image into a part of a destination. The destination's other pixels stay as they
    /// are.
    ///
    /// - Parameters:
    ///   - image: The image to render. The part is transparent outside the image's extent.
    ///   - fromRect: The part to render, in working space. An infinite rectangle stands for the image's extent.
    ///   - destination: The destination. Its settings are read before this method returns.
    ///   - atPoint: The position of the part's lower left corner, in pixels from the destination's lower left corner.
    /// - Returns: The task. Errors of the rendering are thrown by its `waitUntilCompleted()`.
    /// - Throws: `CIError` for a destination that cannot be rendered to.
    @discardableResult
    public func startTask(
        toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
    ) throws -> CIRenderTask {
        let rendering = try DestinationRendering(
            image, from: fromRect, to: destination, at: atPoint, settings: settings)
        return CIRenderTask(rendering, with: renderer)
    }

    /// Starts rendering an image into all of a destination. The image's origin lies in the destination's lower left
    /// corner.
    ///
    /// - Returns: The task. Errors of the rendering are thrown by its `waitUntilCompleted()`.
    /// - Throws: `CIError` for a destination that cannot be rendered to.
    @discardableResult
    public func startTask(toRender image: CIImage, to destination: CIRenderDestination) throws -> CIRenderTask {
        let rendering = try DestinationRendering(image, from: nil, to: destination, at: .zero, settings: settings)
        return CIRenderTask(rendering, with: renderer)
    }

    /// Starts making every pixel of a destination transparent, or black if the destination has no alpha.
    ///
    /// - Throws: `CIError` for a destination that cannot be rendered to.
    @discardableResult
    public func startTask(toClear destination: CIRenderDestination) throws -> CIRenderTask {
        CIRenderTask(try DestinationRendering(clearing: destination, settings: settings), with: renderer)
    }

    /// Compiles the kernels of a rendering in advance, so that the rendering itself starts at once.
    ///
    /// Takes the parameters of `startTask(toRender:from:to:at:)`, and renders no pixels.
    ///
    /// - Throws: `CIError`, or the errors that rendering throws before it computes pixels.
    public func prepareRender(
        _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
    ) throws {
        let rendering = try DestinationRendering(
            image, from: fromRect, to: destination, at: atPoint, settings: settings)
        try rendering.prepare(with: renderer)
    }

    /// Renders a part of an image into a part of a destination.
    ///
    /// The asynchronous variant of `startTask(toRender:from:to:at:)`, with the same parameters. Cancelling the Swift
    /// task that awaits it ends the rendering within a tenth of a second.
    ///
    /// - Returns: Statistics of the rendering.
    /// - Throws: `CIError`, `RenderingError`, the error of a failed recipe, or `CancellationError`.
    @discardableResult
    public func render(
        _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint = .zero
    ) async throws -> CIRenderInfo {
        try Task.checkCancellation()
        let task = try startTask(toRender: image, from: fromRect, to: destination, at: atPoint)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                task.whenCompleted { continuation.resume(with: $0) }
            }
        } onCancel: {
            task.cancel()
        }
    }
}
