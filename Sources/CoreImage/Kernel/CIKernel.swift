import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Says which part of input image `index` (counting the kernel's image parameters from 0) is needed to compute `rect` of the result,
/// both in working space. Called from any thread.
public typealias CIKernelROICallback = (_ index: Int32, _ rect: CGRect) -> CGRect

/// A function over pixels, compiled from the Core Image Kernel Language.
///
/// A general kernel may sample its images anywhere, and returns the colour of the pixel at `destCoord()`: premultiplied, in working space.
/// Immutable apart from `setROISelector(_:)`, and safe to share between threads.
open class CIKernel: NSObject, @unchecked Sendable {
    let program: Program
    private let selector = RegionSelector()

    init(program: Program) { self.program = program }

    /// The kernel's name in its source.
    open var name: String { program.name }

    /// The first kernel of `source`; nil, with the diagnostics in the log, when the source has errors.
    ///
    /// `init(compiling:)` throws the diagnostics instead. `file` and `line` say where the text stands, for the diagnostics.
    public convenience init?(source: String, file: String = #fileID, line: Int = #line) {
        do { try self.init(compiling: source, file: file, line: line) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The first general or colour kernel of `source`: the throwing twin of `init(source:)`.
    ///
    /// - Parameters:
    ///   - source: Kernel text.
    ///   - file: File that the diagnostics name.
    ///   - line: Line of `file` on which `source` stands.
    /// - Throws: `CIError.kernelErrors`, `CIError.missingKernel`.
    public convenience init(compiling source: String, file: String = #fileID, line: Int = #line) throws {
        let compiled = try CompiledSource(source, file: file, line: line)
        self.init(program: try compiled.first(of: [.general, .color]))
    }

    /// Sets the function that `CIFilter.apply(_:arguments:options:)` asks for the region of interest: it gets the number of the image parameter, the rectangle
    /// to compute, and what `kCIApplyOptionUserInfo` gave. Not to be called while another thread applies the kernel.
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
    ///   - arguments: One for each kernel parameter, in order: `CIImage` or `CISampler` for an image; a number for `float`, `int` and `bool`;
    ///     `CIVector`, `CGPoint`, `CGSize`, `CGRect` or an array of numbers for vectors and matrices; `CIColor` for `__color`.
    /// - Returns: nil, with the reason in the log, when the arguments do not fit the parameters; `applying(extent:roiCallback:arguments:)` throws it instead.
    open func apply(extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]) -> CIImage? {
        do { return try applying(extent: extent, roiCallback: callback, arguments: arguments) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The kernel over images and numbers: the throwing twin of `apply(extent:roiCallback:arguments:)`.
    ///
    /// - Throws: `CIError.argumentCount`, `CIError.argumentType`, `CIError.malformedOption`, which name kernel and parameter.
    open func applying(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]
    ) throws -> CIImage {
        try KernelBinding(program, arguments: arguments).image(extent: extent, callback: callback)
    }
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
