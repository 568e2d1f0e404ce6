import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel that says for each pixel of the result where in an image it comes from: `kernel vec2 name(…)`, in working space.
open class CIWarpKernel: CIKernel, @unchecked Sendable {
    /// The first warp kernel of `source`; nil, with the diagnostics in the log, when the source has errors.
    public convenience init?(source: String, file: String = #fileID, line: Int = #line) {
        do { try self.init(compiling: source, file: file, line: line) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The first warp kernel of `source`: the throwing twin of `init(source:)`.
    ///
    /// - Throws: `CIError.kernelErrors`, `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        self.init(program: try CompiledSource(source, file: file, line: line).first(of: [.warp]))
    }

    /// `image` warped.
    ///
    /// - Parameters:
    ///   - extent: Where the result is defined, in working space.
    ///   - callback: The part of the image that a part of the result needs; its index is 0.
    ///   - image: The image that is sampled, bilinearly unless it says otherwise.
    ///   - arguments: One for each kernel parameter, in order.
    /// - Returns: nil, with the reason in the log, when the arguments do not fit the parameters.
    open func apply(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]
    ) -> CIImage? {
        do { return try applying(extent: extent, roiCallback: callback, image: image, arguments: arguments) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The throwing twin of `apply(extent:roiCallback:image:arguments:)`.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`.
    open func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]
    ) throws -> CIImage {
        try KernelBinding(program, arguments: arguments).image(extent: extent, callback: callback, warping: image)
    }
}
