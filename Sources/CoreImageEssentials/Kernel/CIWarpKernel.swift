import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel that moves pixels: `kernel vec2 name(…)` returns, for each pixel of the result, the point of the image to
/// read, in working space. Immutable and thread-safe.
open class CIWarpKernel: CIKernel, @unchecked Sendable {
    /// Creates a kernel from source text in a program; see `CIKernel.init(_:file:line:)`.
    public convenience init(_ source: String, file: String = #fileID, line: Int = #line) {
        self.init(compiled: CompiledSource.literal(source, file: file, line: line, kinds: [.warp]))
    }

    /// Creates the first warp kernel of `source`. nil, with the diagnostics in the log, when the source has errors or
    /// no warp kernel.
    public convenience init?(source: String, file: String = #fileID, line: Int = #line) {
        do { try self.init(compiling: source, file: file, line: line) } catch {
            logError(error)
            return nil
        }
    }

    /// Older spelling of `init(source:)`.
    @available(*, deprecated, renamed: "init(source:)")
    public convenience init?(string: String, file: String = #fileID, line: Int = #line) {
        self.init(source: string, file: file, line: line)
    }

    /// Creates the first warp kernel of `source`.
    ///
    /// The throwing variant of `init(source:)`.
    ///
    /// - Throws: `KernelCompilationError` or `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        self.init(program: try CompiledSource(source, file: file, line: line).first(of: [.warp]))
    }

    /// Returns `image` warped by the kernel.
    ///
    /// - Parameters:
    ///   - extent: The rectangle in working space on which the result is defined.
    ///   - callback: Returns the part of the image that is needed to compute a part of the result. Its index is 0.
    ///   - image: The image to warp. It is interpolated bilinearly unless `samplingNearest()` was applied to it.
    ///   - arguments: One argument for each kernel parameter, in order.
    /// - Returns: The image, or nil with the reason in the log when the arguments do not fit the parameters.
    ///   `applying(extent:roiCallback:image:arguments:)` throws the reason instead.
    open func apply(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]
    ) -> CIImage? {
        do { return try applying(extent: extent, roiCallback: callback, image: image, arguments: arguments) } catch {
            logError(error)
            return nil
        }
    }

    /// Returns `image` warped by the kernel.
    ///
    /// The throwing variant of `apply(extent:roiCallback:image:arguments:)`, with the same parameters.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, `CIError.malformedOption`, or
    ///   `KernelCompilationError`.
    open func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]
    ) throws -> CIImage {
        let regions = RegionCallback(callback: callback)
        return try KernelBinding(program, arguments: arguments, warping: image)
            .image(extent: extent, region: CIKernelRegion(callback: regions))
    }

    /// Returns an image warped by the kernel. The image to warp is the first of `arguments`; the kernel's parameters
    /// follow.
    ///
    /// - Throws: `CIError.argumentType` if the first argument isn't a `CIImage`, or the errors of
    ///   `applying(extent:roiCallback:image:arguments:)`.
    open override func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]
    ) throws -> CIImage {
        guard let image = arguments.first as? CIImage else {
            throw CIError.argumentType(
                kernel: name, parameter: "image to warp", expected: "a CIImage",
                given: arguments.first.map(described) ?? "nothing")
        }
        return try applying(
            extent: extent, roiCallback: callback, image: image, arguments: Array(arguments.dropFirst()))
    }

    /// Returns `image` warped by the kernel.
    ///
    /// - Parameters:
    ///   - image: The image to warp.
    ///   - extent: The rectangle in working space on which the result is defined; the extent of `image` when nil.
    ///   - region: The part of the image that is needed to compute a part of the result.
    ///   - arguments: One argument for each kernel parameter, in order.
    /// - Returns: The image. If the arguments do not fit the parameters, rendering it throws the reason.
    public override func apply(
        to image: CIImage, extent: CGRect? = nil, region: CIKernelRegion, _ arguments: Any...
    ) -> CIImage {
        let domain = extent ?? image.extent
        do {
            return try KernelBinding(program, arguments: arguments, warping: image)
                .image(extent: domain, region: region)
        } catch {
            return .failed(error, extent: domain)
        }
    }
}
