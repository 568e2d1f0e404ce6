import ImageGraph
import PixelBuffers
import Pixels

extension ImageNode {
    /// Returns an image of a buffer's pixels, and the colour space in which they are read; nil for numbers that aren't
    /// converted. Every image of a pixel buffer is made here.
    ///
    /// - Throws: `CIError.unsupportedPixelBuffer` for a format that can't be read, or `CIError.unsupportedColorSpace`.
    static func pixels(
        of buffer: CVPixelBuffer, in space: ImageOptions.Space
    ) throws(CIError) -> (node: ImageNode, colorSpace: CGColorSpace?) {
        if buffer.format.content == .yCbCr { return try yCbCrPixels(of: buffer, in: space) }
        guard let pixels = buffer.format.pixels else { throw buffer.unsupportedFormat(for: "an image") }
        let colorSpace: CGColorSpace? =
            switch space {
            case .asStored: try buffer.pixelColorSpace(for: "an image of a pixel buffer")
            case .unmanaged: nil
            case .named(let named): named
            }
        let source = PixelBufferSource(buffer, pixels: pixels, colorSpace: colorSpace)
        return (.source(source, colorManaged: colorSpace != nil), colorSpace)
    }

    private static func yCbCrPixels(
        of buffer: CVPixelBuffer, in space: ImageOptions.Space
    ) throws(CIError) -> (node: ImageNode, colorSpace: CGColorSpace?) {
        let color = try VideoColor(of: buffer, for: "an image")
        let colorSpace: CGColorSpace? =
            switch space {
            case .asStored: color.colorSpace
            case .unmanaged: nil
            case .named(let named): named
            }
        let planes: [any PixelSource] =
            if let packed = PackedYCbCr(buffer) {
                [true, false].map {
                    PackedPlaneSource(packed, width: buffer.width, height: buffer.height, isLuma: $0)
                }
            } else {
                buffer.planes.indices.map { PixelBufferPlaneSource(buffer, plane: $0) }
            }
        do throws(KernelArgumentError) {
            let node = try ImageNode.decoding(
                luma: planes[0], chroma: Array(planes[1...]), coding: color.coding, sampling: color.sampling)
            return (colorSpace.map { node.converted(from: $0, to: nil) } ?? node, colorSpace)
        } catch {
            throw .unsupportedPixelBuffer(operation: "an image", reason: "\(error)")
        }
    }
}
