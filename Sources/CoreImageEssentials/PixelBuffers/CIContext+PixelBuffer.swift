import Foundation
import PixelBuffers
import Pixels
import Rendering

extension CIContext {
    /// Renders an image into a pixel buffer. The image's origin lies in the buffer's lower left corner.
    ///
    /// Every pixel of the buffer is written; it is transparent, or black without alpha, outside the image's extent.
    /// Colours are converted to the colour space that is attached to the buffer, or else to sRGB, or to linear gray for
    /// one component. YCbCr has the matrix, range and chroma location that `CIImage(cvPixelBuffer:)` reads; codes are
    /// rounded, and a chroma sample is the mean of the pixels around its place. An image of a buffer that hasn't been
    /// changed keeps all codes, if the planes have the same format and meaning. The attachments stay as they are. The
    /// image may be made of the buffer itself. The buffer needs no lock; no other code may access its pixels meanwhile.
    ///
    /// An error is written to the log, and the buffer may be partly written. `renderPixelBuffer(_:to:)` throws the
    /// error instead.
    ///
    /// - Parameters:
    ///   - image: The image to render.
    ///   - buffer: The buffer.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        do { try renderPixelBuffer(image, to: buffer) } catch { logError(error) }
    }

    /// Renders an image into a part of a pixel buffer. The image's origin lies in the buffer's lower left corner.
    ///
    /// An error is written to the log, and the buffer may be partly written.
    /// `renderPixelBuffer(_:to:bounds:colorSpace:)` throws the error instead.
    ///
    /// - Parameters:
    ///   - image: The image to render.
    ///   - buffer: The buffer. Its attachments neither matter for colours
    ///     nor change; attach `colorSpace` with `kCVImageBufferCGColorSpaceKey` if other code has to know it.
    ///   - bounds: The part of the buffer that is written, in pixels from its lower left corner. Other pixels stay as
    ///     they are.
    ///   - colorSpace: The colour space of the result, RGB or gray. nil stores the numbers of the working space.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        do {
            try renderPixelBuffer(image, to: buffer, bounds: bounds, colorSpace: colorSpace)
        } catch {
            logError(error)
        }
    }

    /// Renders an image into a pixel buffer.
    ///
    /// The throwing variant of `render(_:to:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `CIError.unsupportedPixelBuffer`, or `CIError.unsupportedColorSpace` for attachments
    ///   that can't be used.
    public func renderPixelBuffer(_ image: CIImage, to buffer: CVPixelBuffer) throws {
        try render(image, bounds: nil, to: CIRenderDestination(pixelBuffer: buffer))
    }

    /// Renders an image into a part of a pixel buffer.
    ///
    /// The throwing variant of `render(_:to:bounds:colorSpace:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `CIError.unsupportedPixelBuffer`, or `CIError.unsupportedColorSpace`.
    public func renderPixelBuffer(
        _ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?
    ) throws {
        let destination = CIRenderDestination(pixelBuffer: buffer)
        destination.colorSpace = colorSpace
        try render(image, bounds: bounds.isInfinite ? nil : bounds.normalized, to: destination)
    }

    func render(_ image: CIImage, bounds: CGRect?, to destination: CIRenderDestination) throws {
        if !settings.outputPremultiplied, destination.alphaMode == .premultiplied {
            destination.alphaMode = .unpremultiplied
        }
        let rendering = try DestinationRendering(
            image, from: bounds, to: destination, at: bounds?.origin ?? .zero, settings: settings)
        _ = try rendering.run(with: renderer, control: RenderingControl())
    }
}
