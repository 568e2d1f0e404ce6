import Foundation
import ImageGraph
import PixelBuffers
import Pixels
import Rendering

extension DestinationPixels {
    /// Returns an image of the present pixels, or of a copy if they can't be read while others are written.
    ///
    /// - Parameter colorSpace: The colour space of pixels of one format; nil for numbers that aren't converted.
    func copy(alphaMode: CIRenderDestinationAlphaMode, colorSpace: CGColorSpace?) throws -> CIImage {
        switch form {
        case .pixels(let view): return try Self.copy(of: view, alphaMode, colorSpace)
        case .texture(let texture): return CIImage(node: texture.node(in: colorSpace, alphaMode))
        case .planes(let buffer, _):
            let copy = try buffer.copy()
            let space: ImageOptions.Space = colorSpace.map { .named($0) } ?? .unmanaged
            return CIImage(node: try ImageNode.pixels(of: copy, in: space).node)
        }
    }

    private static func copy(
        of view: PixelView, _ alphaMode: CIRenderDestinationAlphaMode, _ colorSpace: CGColorSpace?
    ) throws -> CIImage {
        let tight = view.bounds.width * view.format.bytesPerPixel
        var rows = Data(capacity: tight * view.bounds.height)
        for y in (0..<view.bounds.height).reversed() { rows.append(Data(bytes: view.row(y), count: tight)) }
        let alpha: AlphaState =
            switch alphaMode {
            case .none: .opaque
            case .premultiplied: .premultiplied
            case .unpremultiplied: .unpremultiplied
            }
        let source = try BitmapSource(
            data: rows, bytesPerRow: tight, width: view.bounds.width, height: view.bounds.height, format: view.format,
            colorSpace: colorSpace, alphaState: alpha)
        return CIImage(node: .source(source, colorManaged: colorSpace != nil))
    }

    /// Returns the buffer of an image that has not been changed, if the destination has planes of the same meaning. Its
    /// codes are then the result, while interpolating chroma and taking means again would change them.
    ///
    /// - Parameter colorSpace: The colour space of the destination; nil if colours aren't converted.
    func bufferWithSamePlanes(_ image: CIImage, colorSpace: CGColorSpace?) -> CVPixelBuffer? {
        guard case .planes(let buffer, let color) = form, let source = image.pixelBuffer,
            source.format.type == buffer.format.type, source.width == buffer.width, source.height == buffer.height,
            image.node.isDecodedYCbCr,
            let read = image.colorSpace, colorSpace.map({ read.hasSameColors(as: $0) }) ?? true,
            let present = try? VideoColor(of: source, for: "an image"), present.coding == color.coding,
            present.sampling == color.sampling
        else { return nil }
        return source
    }
}

extension CVBuffer {
    /// Returns a buffer of the same format with the same pixels and attachments.
    ///
    /// - Throws: `RenderingError.outOfMemory`.
    func copy() throws(RenderingError) -> CVPixelBuffer {
        let copy = try buffer(of: format.type)
        copy.copyPlanes(of: self)
        return copy
    }

    /// Returns a buffer of a format with the same size and attachments.
    ///
    /// - Throws: `RenderingError.outOfMemory`.
    func buffer(of type: OSType) throws(RenderingError) -> CVPixelBuffer {
        var copy: CVPixelBuffer?
        _ = CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, nil, &copy)
        guard let copy else { throw .outOfMemory(bytes: CVPixelBufferGetDataSize(self)) }
        for mode in [CVAttachmentMode.shouldPropagate, .shouldNotPropagate] {
            CVBufferSetAttachments(copy, CVBufferCopyAttachments(self, mode) ?? [:], mode)
        }
        return copy
    }
}
