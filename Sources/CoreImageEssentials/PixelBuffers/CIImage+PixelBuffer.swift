import Foundation
import ImageGraph
import PixelBuffers
import Pixels

extension CIImage {
    /// Creates an image of a pixel buffer. Its lower left corner is at the origin.
    ///
    /// Errors are those of `init(cvPixelBuffer:options:)`.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        self.init(cvPixelBuffer: pixelBuffer, options: nil)
    }

    /// Creates an image of a pixel buffer, with options. Its lower left corner is at the origin.
    ///
    /// **The buffer is read when the image is rendered**, not copied before. Each rendering shows the pixels that the
    /// buffer has then, and nothing that was computed from them is kept for the next one. Don't write to the buffer
    /// while an image of it is rendered. The image keeps the buffer; a buffer of a pool returns to it when its images
    /// are gone.
    ///
    /// **Colour.** Attachments are read when the image is created. The colour space is that of
    /// `CIImageOption.colorSpace`, or else the one attached: `kCVImageBufferCGColorSpaceKey`,
    /// `kCVImageBufferICCProfileKey`, or primaries and transfer function. Without these, RGB is sRGB, and one component
    /// is linear gray. Depth, disparity and, without attachments, two components aren't converted. One component is
    /// read as gray, with red, green and blue the same; two components are red and green. YCbCr is read as the RGB that
    /// its matrix, range and chroma location state. Without attachments, a picture of at least 1280 columns or more
    /// than 576 rows is BT.709; a smaller one has the matrix of BT.601, the transfer function of BT.709, and the
    /// primaries of SMPTE C up to 486 rows and of EBU 3213 above; chroma lies at the left, halfway between rows. Chroma
    /// is interpolated linearly. Codes outside the nominal range give colours outside of 0…1.
    ///
    /// **Alpha** is premultiplied, unless `kCVImageBufferAlphaChannelModeKey` says otherwise. It is ignored if
    /// `kCVImageBufferAlphaChannelIsOpaque` is true.
    ///
    /// A malformed option, or a buffer whose format or colours can't be read, gives an image whose rendering throws the
    /// reason. `init(checking:options:)` throws it at once.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The buffer.
    ///   - options: `CIImageOption` values.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
        do { try self.init(checking: pixelBuffer, options: options) } catch { self.init(failing: error) }
    }

    /// Creates an image of a pixel buffer.
    ///
    /// The throwing variant of `init(cvPixelBuffer:options:)`, with the same parameters.
    ///
    /// - Throws: `CIError.malformedOption`, `CIError.unknownOption`, `CIError.unsupportedPixelBuffer`, or
    ///   `CIError.unsupportedColorSpace`.
    public convenience init(checking pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) throws {
        let options = try ImageOptions(options)
        var (node, space) = try ImageNode.pixels(of: pixelBuffer, in: options.space)
        if options.appliesCleanAperture {
            node = node.cropped(to: pixelBuffer.cleanRect)
            node = node.transformed(
                by: CGAffineTransform(translationX: -node.extent.minX, y: -node.extent.minY))
        }
        self.init(
            placing: node, options: options, origin: Origin(pixelBuffer: pixelBuffer, colorSpace: space))
    }

    /// Creates an image of an image buffer. All image buffers are pixel buffers here; see
    /// `init(cvPixelBuffer:options:)`.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer) }

    /// Creates an image of an image buffer, with options. All image buffers are pixel buffers here; see
    /// `init(cvPixelBuffer:options:)`.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: imageBuffer, options: options)
    }
}
