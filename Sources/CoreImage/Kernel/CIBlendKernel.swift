import Foundation
import Pixels

/// A colour kernel that puts a foreground over a background: `kernel vec4 name(__sample foreground, __sample background)`.
///
/// Both samples are premultiplied; outside its extent an image is transparent.
open class CIBlendKernel: CIColorKernel, @unchecked Sendable {
    /// The two images blended, where either of them is defined.
    ///
    /// - Returns: nil, with the reason in the log, when the kernel's parameters are not two samples;
    ///   `blending(foreground:background:)` throws it instead.
    open func apply(foreground: CIImage, background: CIImage) -> CIImage? {
        do { return try blending(foreground: foreground, background: background) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The two images blended in `colorSpace` instead of the context's working space, and converted back.
    ///
    /// - Returns: nil, with the reason in the log, also when the space does not have three RGB components.
    open func apply(foreground: CIImage, background: CIImage, colorSpace: CGColorSpace) -> CIImage? {
        guard let over = foreground.matchedFromWorkingSpace(to: colorSpace),
            let under = background.matchedFromWorkingSpace(to: colorSpace)
        else { return nil }
        return apply(foreground: over, background: under)?.matchedToWorkingSpace(from: colorSpace)
    }

    /// The two images blended: the throwing twin of `apply(foreground:background:)`.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`; `KernelCompilationError` when the kernel's text has errors.
    open func blending(foreground: CIImage, background: CIImage) throws -> CIImage {
        try applying(extent: foreground.extent.union(background.extent), arguments: [foreground, background])
    }
}
