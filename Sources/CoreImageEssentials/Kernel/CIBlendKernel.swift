import Foundation
import Pixels

/// A colour kernel that blends a foreground with a background:
/// `kernel vec4 name(__sample foreground, __sample background)`.
///
/// Both samples and the result are premultiplied. An image is transparent outside its extent.
open class CIBlendKernel: CIColorKernel, @unchecked Sendable {
    /// Returns the two images blended, defined on the smallest rectangle around both extents.
    ///
    /// - Returns: The image, or nil with the reason in the log when the kernel's parameters are not two samples or its
    ///   source has errors. `blending(foreground:background:)` throws the reason instead.
    open func apply(foreground: CIImage, background: CIImage) -> CIImage? {
        do { return try blending(foreground: foreground, background: background) } catch {
            logError(error)
            return nil
        }
    }

    /// Returns the two images blended in `colorSpace` instead of the context's working space. The result is converted
    /// back.
    ///
    /// - Returns: The image, or nil with the reason in the log when the kernel cannot blend or the space isn't RGB.
    open func apply(foreground: CIImage, background: CIImage, colorSpace: CGColorSpace) -> CIImage? {
        guard let over = foreground.matchedFromWorkingSpace(to: colorSpace),
            let under = background.matchedFromWorkingSpace(to: colorSpace)
        else { return nil }
        return apply(foreground: over, background: under)?.matchedToWorkingSpace(from: colorSpace)
    }

    /// Returns the two images blended, defined on the smallest rectangle around both extents.
    ///
    /// The throwing variant of `apply(foreground:background:)`.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, or `KernelCompilationError` when the kernel's source
    ///   has errors.
    open func blending(foreground: CIImage, background: CIImage) throws -> CIImage {
        try applying(extent: foreground.extent.safeUnion(background.extent), arguments: [foreground, background])
    }
}
