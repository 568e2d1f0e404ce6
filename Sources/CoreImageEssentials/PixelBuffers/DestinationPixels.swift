import Foundation
import ImageGraph
import PixelBuffers
import Pixels
import Rendering

/// The pixels that a rendering writes, and what has to be done with them afterwards.
struct DestinationPixels: Sendable {
    /// The form of the pixels.
    enum Form: Sendable {
        /// Pixels of one format.
        case pixels(PixelView)
        /// Planes of luma and chroma.
        case planes(CVPixelBuffer, VideoColor)
        /// Pixels of a texture.
        case texture(CITexture)
    }

    /// All pixels of the destination.
    let form: Form
    /// Called with the rendered region after a rendering, if its pixels have to be moved to the destination.
    var finish: (@Sendable (PixelRect) -> Void)?

    init(_ view: PixelView) { form = .pixels(view) }

    init(_ texture: CITexture) { form = .texture(texture) }

    private init(yCbCr buffer: CVPixelBuffer, for image: ImageNode) throws {
        let color = try VideoColor(of: buffer, for: "a render destination")
        if let packed = PackedYCbCr(buffer) {
            let planes = try packed.unpacked()
            form = .planes(planes, color)
            finish = { region in packed.pack(planes, region.y..<region.maxY) }
        } else if image.reads(buffer) {
            let separate = try buffer.copy()
            form = .planes(separate, color)
            finish = { _ in buffer.copyPlanes(of: separate) }
        } else {
            form = .planes(buffer, color)
        }
    }

    /// Creates the pixels of a buffer. Every rendering to a pixel buffer writes to these.
    ///
    /// Pixels are rendered into memory of their own if the bytes of the buffer's format have another order than kernels
    /// write, or if the image reads the buffer, because pixels around the written ones may still be needed.
    ///
    /// - Throws: `CIError.unsupportedPixelBuffer` for a format that can't be written, or `RenderingError.outOfMemory`.
    init(of buffer: CVPixelBuffer, for image: ImageNode) throws {
        if buffer.format.content == .yCbCr {
            try self.init(yCbCr: buffer, for: image)
            return
        }
        guard let pixels = buffer.format.pixels else { throw buffer.unsupportedFormat(for: "a render destination") }
        let stored = buffer.view(as: pixels)
        let reordering = buffer.format.reordering
        guard reordering != nil || image.reads(buffer) else {
            self.init(stored)
            return
        }
        let separate = try SeparatePixels(like: stored).view
        let rowBytes = pixels.bytesPerPixel
        // A rendering may blend with the present pixels.
        for y in 0..<buffer.height {
            if let reordering {
                reordering.fromBuffer(stored.row(y), count: buffer.width, to: separate.row(y))
            } else {
                separate.row(y).copyMemory(from: stored.row(y), byteCount: buffer.width * rowBytes)
            }
        }
        self.init(separate)
        finish = { region in
            for y in region.y..<region.maxY {
                let (source, target) = (separate.pixel(region.x, y), stored.pixel(region.x, y))
                if let reordering {
                    reordering.toBuffer(source, count: region.width, to: target)
                } else {
                    target.copyMemory(from: source, byteCount: region.width * rowBytes)
                }
            }
        }
    }
}

extension ImageNode {
    /// Whether the recipe reads memory of a pixel buffer.
    fileprivate func reads(_ buffer: CVPixelBuffer) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var waiting = [self]
        while let next = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            if case .source(let source, _) = next.operation, let reader = source as? any PixelBufferReader,
                reader.buffer.sharesMemory(with: buffer)
            {
                return true
            }
            waiting += next.operation.inputs
        }
        return false
    }
}

/// Memory for the pixels of a view.
private final class SeparatePixels: @unchecked Sendable {
    private let bytes: UnsafeMutableRawPointer
    private let format: PixelFormat
    private let bounds: PixelRect

    init(like view: PixelView) throws(RenderingError) {
        (format, bounds) = (view.format, view.bounds)
        let size = bounds.area * format.bytesPerPixel
        guard let bytes = malloc(max(1, size)) else { throw .outOfMemory(bytes: size) }
        self.bytes = bytes
    }

    deinit { free(bytes) }

    var view: PixelView {
        PixelView(
            topLeft: bytes, bounds: bounds, format: format, bytesPerRow: bounds.width * format.bytesPerPixel,
            keeping: self)
    }
}
