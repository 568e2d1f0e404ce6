import Foundation
import KernelLanguage
import Pixels

/// A kernel that computes each pixel from the same pixel of its images: `kernel vec4 name(__sample image, …)`.
///
/// The region of interest is the rectangle to compute, so that none needs to be stated.
open class CIColorKernel: CIKernel, @unchecked Sendable {
    /// The kernel of a source that stands in the program; see `CIKernel.init(_:file:line:)`.
    public convenience init(_ source: String, file: String = #fileID, line: Int = #line) {
        self.init(compiled: CompiledSource.literal(source, file: file, line: line, kinds: [.color]))
    }

    /// The first colour kernel of `source`; nil, with the diagnostics in the log, when the source has errors.
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

    /// The first colour kernel of `source`: the throwing twin of `init(source:)`.
    ///
    /// - Throws: `KernelCompilationError`, `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        self.init(program: try CompiledSource(source, file: file, line: line).first(of: [.color]))
    }

    /// The kernel over images and numbers, defined in `extent` (working space).
    ///
    /// - Returns: nil, with the reason in the log, when the arguments do not fit the parameters;
    ///   `applying(extent:arguments:)` throws it instead.
    open func apply(extent: CGRect, arguments: [Any]) -> CIImage? {
        do { return try applying(extent: extent, arguments: arguments) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The throwing twin of `apply(extent:arguments:)`.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, `CIError.malformedOption`, `KernelCompilationError`.
    open func applying(extent: CGRect, arguments: [Any]) throws -> CIImage {
        try applying(extent: extent, roiCallback: { $1 }, arguments: arguments)
    }

    /// The kernel over `image` and further arguments.
    ///
    /// - Parameters:
    ///   - image: The kernel's first argument.
    ///   - extent: Where the result is defined; where `image` is when left out.
    ///   - arguments: The kernel's other arguments, as for `apply(extent:arguments:)`.
    /// - Returns: Arguments that do not fit the parameters give an image whose rendering throws the reason.
    public func apply(to image: CIImage, extent: CGRect? = nil, _ arguments: Any...) -> CIImage {
        result(of: [image] + arguments, extent: extent ?? image.extent, region: .same)
    }
}
