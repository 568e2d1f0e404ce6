import CoreImageEssentials
import Synchronization

/// Renders images to pixel buffers of one pool. Thread-safe: what reads ahead can still be at work when another reading
/// begins.
final class FrameRenderer: Sendable {
    private let output: FramePlayer.Output
    private let context: CIContext
    /// The number of buffers that may exist; nil for any number.
    private let limit: Int?
    private let pool = Mutex<CVPixelBufferPool?>(nil)

    init(_ output: FramePlayer.Output, _ context: CIContext, limit: Int?) {
        (self.output, self.context, self.limit) = (output, context, limit)
    }

    /// Renders an image.
    ///
    /// - Parameters:
    ///   - source: The extent of the source's frame, which determines the size unless the output has one.
    ///   - other: The context to use instead of the usual one, or nil.
    /// - Returns: Nil if all buffers are in use.
    func render(_ image: CIImage, source: CGRect, in other: CIContext? = nil) throws -> CVPixelBuffer? {
        let pool = try pool.withLock { pool in
            let made = try pool ?? makePool(source)
            pool = made
            return made
        }
        var buffer: CVPixelBuffer?
        let attributes: CFDictionary? = limit.map { [kCVPixelBufferPoolAllocationThresholdKey: max(1, $0)] }
        let code = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, attributes, &buffer)
        if code == kCVReturnWouldExceedAllocationThreshold { return nil }
        guard let buffer else { throw failure(size: output.size ?? source.size, code) }
        for (key, value) in output.attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
        try (other ?? context).renderPixelBuffer(image, to: buffer)
        return buffer
    }

    private func makePool(_ source: CGRect) throws(FramePlayerError) -> CVPixelBufferPool {
        if output.size == nil, source.isInfinite || source.isEmpty { throw .unknownSize(extent: source) }
        let size = output.size ?? source.integral.size
        guard let width = Int(exactly: size.width.rounded()), let height = Int(exactly: size.height.rounded()) else {
            throw failure(size: size, kCVReturnInvalidSize)
        }
        let attributes: CFDictionary = [
            kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
            kCVPixelBufferPixelFormatTypeKey: output.pixelFormat,
        ]
        var pool: CVPixelBufferPool?
        let code = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        guard let pool else { throw failure(size: size, code) }
        return pool
    }

    private func failure(size: CGSize, _ code: CVReturn) -> FramePlayerError {
        .noPixelBuffers(size: size, pixelFormat: output.pixelFormat, code: code)
    }
}
