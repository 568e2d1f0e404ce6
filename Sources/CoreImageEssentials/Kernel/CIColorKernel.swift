import Foundation
import KernelLanguage
import Pixels

/// A kernel that computes each pixel from the pixels at the same place in its images:
/// `kernel vec4 name(__sample image, …)`.
///
/// Samples and the result are premultiplied. The region of interest is always the rectangle to compute, so callers
/// don't state one. Immutable and thread-safe.
open class CIColorKernel: CIKernel, @unchecked Sendable {
    /// Creates a kernel from source text in a program; see `CIKernel.init(_:file:line:)`.
    public convenience init(_ source: String, file: String = #fileID, line: Int = #line) {
        self.init(compiled: CompiledSource.literal(source, file: file, line: line, kinds: [.color]))
    }

    /// Creates the first colour kernel of `source`. nil, with the diagnostics in the log, when the source has errors or
    /// no colour kernel.
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

    /// Creates the first colour kernel of `source`.
    ///
    /// The throwing variant of `init(source:)`.
    ///
    /// - Throws: `KernelCompilationError` or `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        self.init(program: try CompiledSource(source, file: file, line: line).first(of: [.color]))
    }

    /// Returns the kernel applied to images and other arguments.
    ///
    /// - Parameters:
    ///   - extent: The rectangle in working space on which the result is defined.
    ///   - arguments: One argument for each kernel parameter, in order, as for
    ///     `CIKernel.apply(extent:roiCallback:arguments:)`.
    /// - Returns: The image, or nil with the reason in the log when the arguments do not fit the parameters.
    ///   `applying(extent:arguments:)` throws the reason instead.
    open func apply(extent: CGRect, arguments: [Any]) -> CIImage? {
        do { return try applying(extent: extent, arguments: arguments) } catch {
            logError(error)
            return nil
        }
    }

    /// Returns the kernel applied to images and other arguments.
    ///
    /// The throwing variant of `apply(extent:arguments:)`, with the same parameters.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, `CIError.malformedOption`, or
    ///   `KernelCompilationError`.
    open func applying(extent: CGRect, arguments: [Any]) throws -> CIImage {
        try KernelBinding(program, arguments: arguments).image(extent: extent, region: .same)
    }

    /// Returns the kernel applied to `image` and further arguments.
    ///
    /// - Parameters:
    ///   - image: The kernel's first argument.
    ///   - extent: The rectangle in working space on which the result is defined; the extent of `image` when nil.
    ///   - arguments: The kernel's other arguments, in order, as for `apply(extent:arguments:)`.
    /// - Returns: The image. If the arguments do not fit the parameters, rendering it throws the reason.
    public func apply(to image: CIImage, extent: CGRect? = nil, _ arguments: Any...) -> CIImage {
        result(of: [image] + arguments, extent: extent ?? image.extent, region: .same)
    }
}
