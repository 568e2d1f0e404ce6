import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A region-of-interest function: returns the rectangle of an input image that is needed to compute `rect` of the
/// result, both in working space.
///
/// `index` counts the kernel's image parameters from 0. The function is called on any thread.
public typealias CIKernelROICallback = (_ index: Int32, _ rect: CGRect) -> CGRect

/// A function over pixels, compiled from the Core Image Kernel Language.
///
/// A general kernel may sample its images anywhere, and returns the colour of the pixel at `destCoord()`:
/// premultiplied, in the working colour space. A kernel is immutable apart from `setROISelector(_:)`, and thread-safe.
///
/// **Errors.** Every failable method has a throwing variant: `init(compiling:)` for `init(source:)`, `compile(_:)` for
/// `makeKernels(source:)`, `applying(…)` for `apply(…)`. A method that returns nil writes the error that its variant
/// throws to the log.
open class CIKernel: NSObject, @unchecked Sendable {
    private let compiled: Result<Program, any Error>
    private let selector = RegionSelector()

    init(compiled: Result<Program, any Error>) { self.compiled = compiled }

    package convenience init(program: Program) { self.init(compiled: .success(program)) }

    /// The validated program. Throws the error of its compilation.
    package var program: Program { get throws { try compiled.get() } }

    /// The kernel's name in its source; empty if the source has errors.
    open var name: String { (try? compiled.get().name) ?? "" }

    /// Creates a kernel from source text in a program, such as a string literal in a filter's file.
    ///
    /// An error in the text is thrown when a result of the kernel is created or rendered. The diagnostics point into
    /// `file`.
    ///
    /// - Parameters:
    ///   - source: Text in the Core Image Kernel Language. The first general or colour kernel in it is used.
    ///   - file: The file that diagnostics name.
    ///   - line: The line of `file` with the call. Text of several lines is assumed to begin on the next line, as in
    ///     `CIKernel("""`.
    public convenience init(_ source: String, file: String = #fileID, line: Int = #line) {
        self.init(compiled: CompiledSource.literal(source, file: file, line: line, kinds: [.general, .color]))
    }

    /// Creates the first general or colour kernel of `source`. nil, with the diagnostics in the log, when the source
    /// has errors or no such kernel.
    ///
    /// `init(compiling:file:line:)` throws the diagnostics instead.
    ///
    /// - Parameters:
    ///   - source: Text in the Core Image Kernel Language.
    ///   - file: The file that diagnostics name.
    ///   - line: The line of `file` on which the source begins.
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

    /// Creates the first general or colour kernel of `source`.
    ///
    /// The throwing variant of `init(source:file:line:)`, with the same parameters.
    ///
    /// - Throws: `KernelCompilationError` or `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        let program = try CompiledSource(source, file: file, line: line).first(of: [.general, .color])
        self.init(program: program)
    }

    /// Sets the region-of-interest function that `CIFilter.apply(_:arguments:options:)` uses.
    ///
    /// Set it before the kernel is shared between threads.
    ///
    /// - Parameter selector: A function of the index of the image parameter, the rectangle to compute in working space,
    ///   and the value of `kCIApplyOptionUserInfo`. It is called on any thread.
    open func setROISelector(_ selector: @escaping (_ index: Int32, _ rect: CGRect, _ userInfo: Any?) -> CGRect) {
        self.selector.function = selector
    }

    /// The function set by `setROISelector(_:)`, or nil.
    var regionSelector: ((Int32, CGRect, Any?) -> CGRect)? { selector.function }

    /// Returns the kernel applied to images and other arguments.
    ///
    /// - Parameters:
    ///   - extent: The rectangle in working space on which the result is defined.
    ///   - callback: Returns the part of each image that is needed to compute a part of the result.
    ///   - arguments: One argument for each kernel parameter, in order: `CIImage` or `CISampler` for an image; a number
    ///     for `float`, `int` and `bool`; `CIVector`, `CGPoint`, `CGSize`, `CGRect` or an array of numbers for vectors
    ///     and matrices (column by column), also an affine transform for `mat3`; `CIColor` or `CGColor` for `__color`.
    /// - Returns: The image, or nil with the reason in the log when the arguments do not fit the parameters.
    ///   `applying(extent:roiCallback:arguments:)` throws the reason instead.
    open func apply(extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]) -> CIImage? {
        do { return try applying(extent: extent, roiCallback: callback, arguments: arguments) } catch {
            logError(error)
            return nil
        }
    }

    /// Returns the kernel applied to images and other arguments.
    ///
    /// The throwing variant of `apply(extent:roiCallback:arguments:)`, with the same parameters.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType` or `CIError.malformedOption`, which name the kernel,
    ///   the parameter or the option; `KernelCompilationError` when the kernel's source has errors.
    open func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]
    ) throws -> CIImage {
        let regions = RegionCallback(callback: callback)
        return try KernelBinding(program, arguments: arguments).image(
            extent: extent, region: CIKernelRegion(callback: regions))
    }

    /// Returns the kernel applied to `image` and further arguments.
    ///
    /// - Parameters:
    ///   - image: The kernel's first argument.
    ///   - extent: The rectangle in working space on which the result is defined; the extent of `image` when nil.
    ///   - region: The part of its images that the kernel reads.
    ///   - arguments: The kernel's other arguments, in order, as for `apply(extent:roiCallback:arguments:)`.
    /// - Returns: The image. If the arguments do not fit the parameters, rendering it throws the reason.
    public func apply(
        to image: CIImage, extent: CGRect? = nil, region: CIKernelRegion, _ arguments: Any...
    ) -> CIImage {
        result(of: [image] + arguments, extent: extent ?? image.extent, region: region)
    }

    /// Returns the kernel applied to arguments that need not contain an image, as for generators.
    ///
    /// If the arguments do not fit the parameters, rendering the image throws the reason.
    ///
    /// - Parameters:
    ///   - extent: The rectangle in working space on which the result is defined.
    ///   - region: The part of its images that the kernel reads.
    ///   - arguments: One argument for each kernel parameter, in order, as for `apply(extent:roiCallback:arguments:)`.
    public func apply(extent: CGRect, region: CIKernelRegion = .same, _ arguments: Any...) -> CIImage {
        result(of: arguments, extent: extent, region: region)
    }

    /// Returns the result, or an image whose rendering throws the error in the arguments.
    package func result(of arguments: [Any], extent: CGRect, region: CIKernelRegion) -> CIImage {
        do {
            return try KernelBinding(program, arguments: arguments).image(extent: extent, region: region)
        } catch {
            return .failed(error, extent: extent)
        }
    }
}

/// A client's region function. It isn't marked `@Sendable`, as on Apple's systems, but is documented to be called on
/// any thread.
package struct RegionCallback: @unchecked Sendable {
    let callback: CIKernelROICallback
}

/// A region function behind a lock, because kernels are shared between threads.
private final class RegionSelector: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: ((Int32, CGRect, Any?) -> CGRect)?

    var function: ((Int32, CGRect, Any?) -> CGRect)? {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
