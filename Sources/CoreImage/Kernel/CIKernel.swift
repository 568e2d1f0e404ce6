import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Says which part of input image `index` (counting the kernel's image parameters from 0) is needed to compute `rect`
/// of the result, both in working space. Called from any thread.
public typealias CIKernelROICallback = (_ index: Int32, _ rect: CGRect) -> CGRect

/// A function over pixels, compiled from the Core Image Kernel Language.
///
/// A general kernel may sample its images anywhere, and returns the colour of the pixel at `destCoord()`:
/// premultiplied, in working space. Immutable apart from `setROISelector(_:)`, and safe to share between threads.
///
/// **Errors.** Every failable method has a throwing twin: `init(compiling:)` for `init(source:)`, `compile(_:)` for
/// `makeKernels(source:)`, `applying(…)` for `apply(…)`. A method that answers nil writes the error that its twin
/// throws to the log.
open class CIKernel: NSObject, @unchecked Sendable {
    private let compiled: Result<Program, any Error>
    private let selector = RegionSelector()

    init(compiled: Result<Program, any Error>) { self.compiled = compiled }

    convenience init(program: Program) { self.init(compiled: .success(program)) }

    /// The validated program, or why there is none.
    var program: Program { get throws { try compiled.get() } }

    /// The kernel's name in its source; empty when the source has errors.
    open var name: String { (try? compiled.get().name) ?? "" }

    /// The kernel of a source that stands in the program, like the text in a filter's file. An error in the text
    /// surfaces where the kernel is used: applying it throws the diagnostics, which point into `file`.
    ///
    /// - Parameters:
    ///   - source: Kernel text; its first general or colour kernel is taken.
    ///   - file: File that the diagnostics name.
    ///   - line: Line of `file` on which the call stands; the text is taken to begin on the next one, as in
    ///     `CIKernel("""`.
    public convenience init(_ source: String, file: String = #fileID, line: Int = #line) {
        self.init(compiled: CompiledSource.literal(source, file: file, line: line, kinds: [.general, .color]))
    }

    /// The first general or colour kernel of `source`; nil, with the diagnostics in the log, when the source has
    /// errors.
    ///
    /// `init(compiling:)` throws the diagnostics instead. `file` and `line` say where the text stands, for the
    /// diagnostics.
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

    /// The first general or colour kernel of `source`: the throwing twin of `init(source:)`.
    ///
    /// - Parameters:
    ///   - source: Kernel text.
    ///   - file: File that the diagnostics name.
    ///   - line: Line of `file` on which the text stands.
    /// - Throws: `KernelCompilationError`, `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        let program = try CompiledSource(source, file: file, line: line).first(of: [.general, .color])
        self.init(program: program)
    }

    /// Sets the function that `CIFilter.apply(_:arguments:options:)` asks for the region of interest: it gets the
    /// number of the image parameter, the rectangle to compute, and what `kCIApplyOptionUserInfo` gave. It is called
    /// from any thread; set it before the kernel is shared.
    open func setROISelector(_ selector: @escaping (_ index: Int32, _ rect: CGRect, _ userInfo: Any?) -> CGRect) {
        self.selector.function = selector
    }

    /// The function that `setROISelector(_:)` set.
    var regionSelector: ((Int32, CGRect, Any?) -> CGRect)? { selector.function }

    /// The kernel over images and numbers.
    ///
    /// - Parameters:
    ///   - extent: Where the result is defined, in working space.
    ///   - callback: The part of each image that a part of the result needs.
    ///   - arguments: One for each kernel parameter, in order: `CIImage` or `CISampler` for an image; a number for
    ///     `float`, `int` and `bool`; `CIVector`, `CGPoint`, `CGSize`, `CGRect` or an array of numbers for vectors and
    ///     matrices; `CIColor` for `__color`.
    /// - Returns: nil, with the reason in the log, when the arguments do not fit the parameters;
    ///   `applying(extent:roiCallback:arguments:)` throws it instead.
    open func apply(extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]) -> CIImage? {
        do { return try applying(extent: extent, roiCallback: callback, arguments: arguments) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The kernel over images and numbers: the throwing twin of `apply(extent:roiCallback:arguments:)`.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, `CIError.malformedOption`, which name kernel and
    ///   parameter; `KernelCompilationError` when the kernel's text has errors.
    open func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]
    ) throws -> CIImage {
        let regions = RegionCallback(callback: callback)
        return try KernelBinding(program, arguments: arguments).image(
            extent: extent, region: CIKernelRegion(callback: regions))
    }

    /// The kernel over `image` and further arguments, reading `region` of its images.
    ///
    /// - Parameters:
    ///   - image: The kernel's first argument.
    ///   - extent: Where the result is defined; where `image` is when left out.
    ///   - region: What the kernel reads of its images.
    ///   - arguments: The kernel's other arguments, as for `apply(extent:roiCallback:arguments:)`.
    /// - Returns: Arguments that do not fit the parameters give an image whose rendering throws the reason.
    public func apply(
        to image: CIImage, extent: CGRect? = nil, region: CIKernelRegion, _ arguments: Any...
    ) -> CIImage {
        result(of: [image] + arguments, extent: extent ?? image.extent, region: region)
    }

    /// The kernel over arguments of which none need be an image: for generators, and kernels whose images come later.
    ///
    /// Arguments that do not fit the parameters give an image whose rendering throws the reason.
    public func apply(extent: CGRect, region: CIKernelRegion = .same, _ arguments: Any...) -> CIImage {
        result(of: arguments, extent: extent, region: region)
    }

    /// The recipe, or an image whose rendering throws what is wrong with the arguments.
    func result(of arguments: [Any], extent: CGRect, region: CIKernelRegion) -> CIImage {
        do {
            return try KernelBinding(program, arguments: arguments).image(extent: extent, region: region)
        } catch {
            return .failed(error, extent: extent)
        }
    }
}

/// Clients' region functions are not marked `@Sendable`, as on Apple's systems; their documentation says that any
/// thread calls them.
struct RegionCallback: @unchecked Sendable {
    let callback: CIKernelROICallback
}

/// Holds the region function behind a lock, as kernels are shared between threads.
private final class RegionSelector: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: ((Int32, CGRect, Any?) -> CGRect)?

    var function: ((Int32, CGRect, Any?) -> CGRect)? {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
