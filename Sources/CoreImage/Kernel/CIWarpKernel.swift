import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel that says for each pixel of the result where in an image it comes from: `kernel vec2 name(…)`, in working
/// space.
open class CIWarpKernel: CIKernel, @unchecked Sendable {
    /// The kernel of a source that stands in the program; see `CIKernel.init(_:file:line:)`.
    public convenience init(_ source: String, file: String = #fileID, line: Int = #line) {
        self.init(compiled: CompiledSource.literal(source, file: file, line: line, kinds: [.warp]))
    }

    /// The first warp kernel of `source`; nil, with the diagnostics in the log, when the source has errors.
    public convenience init?(source: String, file: String = #fileID, line: Int = #line) {
        do { try self.init(compiling: source, file: file, line: line) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// Older spelling of `init(source:)`.
    @available(*, deprecated, renamed: "init(source:)")
    public convenience init?(string: String, file: String = #fileID, line: Int = #line) {
        self.init(source: string, file: file, line: line)
    }

    /// The first warp kernel of `source`: the throwing twin of `init(source:)`.
    ///
    /// - Throws: `KernelCompilationError`, `CIError.missingKernel`.
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
    /// - Returns: nil, with the reason in the log, when the arguments do not fit the parameters; the throwing twin
    ///   throws it instead.
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
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, `KernelCompilationError`.
    open func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]
    ) throws -> CIImage {
        let regions = RegionCallback(callback: callback)
        return try KernelBinding(program, arguments: arguments, warping: image)
            .image(extent: extent, region: CIKernelRegion(callback: regions))
    }

    /// A warp kernel names its image beside its arguments, so that the first argument must be the image here.
    ///
    /// - Throws: `CIError.argumentType` when there is no image, and what `applying(extent:roiCallback:image:arguments:)` throws.
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

    /// `image` warped.
    ///
    /// - Parameters:
    ///   - image: The image that is sampled.
    ///   - extent: Where the result is defined; where `image` is when left out.
    ///   - region: The part of the image that a part of the result needs: bounds of the warp.
    ///   - arguments: One for each kernel parameter, in order.
    /// - Returns: Arguments that do not fit the parameters give an image whose rendering throws the reason.
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
