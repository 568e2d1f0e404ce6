import Foundation
import Rendering

/// Renderings to a destination, which go on while the caller does something else.
extension CIContext {
    /// Starts rendering a part of an image to a place of a destination. Other pixels of the destination stay as they are.
    ///
    /// - Parameters:
    ///   - image: What to render; outside its extent the part is transparent.
    ///   - fromRect: The part, in working space; an infinite one stands for the image's extent.
    ///   - destination: Where to.
    ///   - atPoint: Where the part's lower left corner comes to lie, in the destination's coordinates.
    /// - Throws: `CIError` for a destination that can't be rendered to; the task throws what rendering throws.
    @discardableResult
    public func startTask(
        toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
    ) throws -> CIRenderTask {
        let rendering = try DestinationRendering(
            image, from: fromRect, to: destination, at: atPoint, settings: settings)
        return CIRenderTask(rendering, with: renderer)
    }

    /// Starts rendering an image to all of a destination; the image's origin comes to lie in the lower left corner.
    ///
    /// - Throws: `CIError` for a destination that can't be rendered to; the task throws what rendering throws.
    @discardableResult
    public func startTask(toRender image: CIImage, to destination: CIRenderDestination) throws -> CIRenderTask {
        let rendering = try DestinationRendering(image, from: nil, to: destination, at: .zero, settings: settings)
        return CIRenderTask(rendering, with: renderer)
    }

    /// Starts making every pixel of a destination transparent; black where it has no alpha.
    ///
    /// - Throws: `CIError` for a destination that can't be rendered to.
    @discardableResult
    public func startTask(toClear destination: CIRenderDestination) throws -> CIRenderTask {
        CIRenderTask(try DestinationRendering(clearing: destination, settings: settings), with: renderer)
    }

    /// Does what can be done before a rendering: compiles its kernels, so that the rendering itself starts at once.
    ///
    /// - Throws: `CIError`, or what rendering throws before it touches pixels.
    public func prepareRender(
        _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
    ) throws {
        let rendering = try DestinationRendering(
            image, from: fromRect, to: destination, at: atPoint, settings: settings)
        guard let target = rendering.target else { return }
        try renderer.prepare(rendering.node, region: target.bounds, format: target.format)
    }

    /// Renders a part of an image to a place of a destination: the twin of `startTask(toRender:from:to:at:)` for Swift tasks, whose
    /// cancellation ends the rendering.
    ///
    /// - Throws: `CIError`, `RenderingError`, or `CancellationError`.
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
