import CoreImageEssentials
import Foundation
import PixelBuffers
import Synchronization

/// Pixel buffers as the settings of an output ask for them. Thread-safe.
final class BufferOutput: Sendable {
    /// The pixel format; nil for that of the source.
    let type: OSType?
    private let width: Int?
    private let height: Int?
    private let context = CIContext()
    /// What makes buffers; another one when their size or format changes.
    private let pool = Mutex<Pool?>(nil)

    private struct Pool: Sendable {
        let width: Int
        let height: Int
        let type: OSType
        let buffers: CVPixelBufferPool
    }

    /// Reads settings.
    ///
    /// - Parameter settings: Values for the keys of pixel buffers; nil for buffers as they are.
    /// - Throws: `AVError` if a format isn't supported, or a number isn't one.
    init(_ settings: [String: Any]?) throws(AVError) {
        func number(_ key: String) throws(AVError) -> Int? {
            guard let value = settings?[key] else { return nil }
            let first = (value as? [Any])?.first ?? value
            guard let number = AttributeNumber.integer(first), number > 0 else {
                throw AVError(
                    .operationNotSupportedForAsset, "The value \(value) of the setting \(key) isn't a positive number.")
            }
            return number
        }
        let format = try number(kCVPixelBufferPixelFormatTypeKey)
        (width, height) = (try number(kCVPixelBufferWidthKey), try number(kCVPixelBufferHeightKey))
        type = format.flatMap(OSType.init(exactly:))
        if let format, type.flatMap(PixelBufferFormat.named) == nil {
            throw AVError(
                .operationNotSupportedForAsset,
                "The pixel format \(OSType(exactly: format).map(PixelBufferFormat.description) ?? "\(format)") isn't "
                    + "supported. Use kCVPixelFormatType_32BGRA or another constant of that kind.")
        }
    }

    /// Returns a buffer as it is asked for: the same one if it is that already, or else a rendering of it. Its
    /// attachments stay the same.
    func buffer(_ source: CVPixelBuffer) throws -> CVPixelBuffer {
        let (columns, rows) = (width ?? source.width, height ?? source.height)
        if (type ?? source.format.type) == source.format.type, columns == source.width, rows == source.height {
            return source
        }
        let image = try CIImage(checking: source)
        return try rendering(
            image.scaled(from: image.extent.size, to: CGSize(width: columns, height: rows)),
            width: columns, height: rows, like: source, context: nil)
    }

    /// Renders an image into a buffer with the colours of another one. Memory of buffers that are gone is used again.
    ///
    /// - Parameters:
    ///   - other: The buffer whose attachments, and if none is asked for, whose format the result has.
    ///   - context: The context that renders; nil for a default one.
    func rendering(
        _ image: CIImage, width: Int, height: Int, like other: CVPixelBuffer, context: CIContext?
    ) throws -> CVPixelBuffer {
        let made = try newBuffer(width, height, type ?? other.format.type)
        CVBufferPropagateAttachments(other, made)
        if !made.format.hasAlpha || !other.format.hasAlpha {
            CVBufferRemoveAttachment(made, kCVImageBufferAlphaChannelModeKey)
            CVBufferRemoveAttachment(made, kCVImageBufferAlphaChannelIsOpaque)
        }
        // What luma and chroma leave open follows another rule for RGB, and for another size.
        if other.format.content == .yCbCr {
            let stated = CVBufferCopyAttachments(other, .shouldPropagate) ?? [:]
            var complete = VideoColor.completed(stated, width: other.width, height: other.height)
            if made.format.content != .yCbCr { complete[kCVImageBufferYCbCrMatrixKey] = nil }
            CVBufferSetAttachments(made, complete, .shouldPropagate)
        }
        try (context ?? self.context).renderPixelBuffer(image, to: made)
        return made
    }

    /// The numbers of buffers of the present pool; for tests.
    struct BufferCounts: Equatable {
        var inUse: Int
        var idle: Int
    }

    /// The numbers of buffers whose memory is in use, and kept for others; for tests.
    var bufferCounts: BufferCounts {
        let counts = pool.withLock { $0?.buffers.counts } ?? (inUse: 0, idle: 0)
        return BufferCounts(inUse: counts.inUse, idle: counts.idle)
    }

    private func newBuffer(_ width: Int, _ height: Int, _ type: OSType) throws -> CVPixelBuffer {
        let pool = self.pool.withLock { pool -> CVPixelBufferPool? in
            if let pool, pool.width == width, pool.height == height, pool.type == type { return pool.buffers }
            var made: CVPixelBufferPool?
            let attributes: [String: Any] = [
                kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height, kCVPixelBufferPixelFormatTypeKey: type,
            ]
            CVPixelBufferPoolCreate(nil, nil, attributes, &made)
            pool = made.map { Pool(width: width, height: height, type: type, buffers: $0) }
            return made
        }
        var made: CVPixelBuffer?
        let status = pool.map { CVPixelBufferPoolCreatePixelBuffer(nil, $0, &made) }
        guard let made else {
            throw AVError(
                .outOfMemory,
                "A buffer of \(width) × \(height) pixels can't be made: Core Video's "
                    + "\(status ?? kCVReturnInvalidPixelBufferAttributes).")
        }
        return made
    }
}
