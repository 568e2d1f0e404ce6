import PixelBuffers
import Pixels

extension CVBuffer {
    /// Returns the colour space of the pixels: that of the attachments, or else sRGB for RGB and linear gray for one
    /// component. nil stands for numbers without a space: two components without attachments, depth and disparity.
    ///
    /// - Throws: `CIError.unsupportedColorSpace` for attachments that can't be used.
    func pixelColorSpace(for operation: String) throws(CIError) -> CGColorSpace? {
        if format.content == .depth { return nil }
        if format.content == .yCbCr { return try VideoColor(of: self, for: operation).colorSpace }
        switch AttachedColor(allAttachments) {
        case .space(let space):
            // A space for gray can be attached to RGB and the other way round; both have red, green and blue here.
            return space
        case .unusable(let what):
            throw .unsupportedColorSpace(
                operation: operation,
                reason:
                    "the buffer's attachments name the \(what), which isn't supported; name a colour space instead, "
                    + "such as CGColorSpace.sRGB")
        case .unspecified: break
        }
        switch format.content {
        case .rgb, .yCbCr: return .standard
        case .oneComponent: return CGColorSpace(name: CGColorSpace.linearGray)
        case .twoComponents, .depth: return nil
        }
    }

    /// Returns the error for a format that `operation` doesn't support.
    func unsupportedFormat(for operation: String) -> CIError {
        .unsupportedPixelBuffer(
            operation: operation,
            reason: "its format \(PixelBufferFormat.description(of: format.type)) isn't supported; use "
                + "kCVPixelFormatType_32BGRA or kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, or another format of "
                + "RGB, one or two components, or planes of luma and chroma")
    }
}
