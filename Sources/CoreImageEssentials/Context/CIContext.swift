import Foundation
import ImageGraph
import Pixels
import Rendering
import Synchronization
import UntrustedInput

/// Renders images.
///
/// Creating a context is cheap. A context keeps optimised recipes, intermediates and memory from one rendering to the
/// next, so use one context for many pictures. Compiled kernels are shared by all contexts of a process.
///
/// Sources are converted from their colour space to the working space, filters compute in the working space, and
/// results are converted to the destination's colour space. Thread-safe: several threads may render with one context.
///
/// **Errors.** A method that returns an optional or nothing writes its error to the log, and has a throwing variant:
/// `renderedCGImage` for `createCGImage`, `renderBitmap` for `render(_:toBitmap:…)`, `jpegData`, `pngData`, `tiffData`
/// and `heifData` for the `…Representation` methods.
open class CIContext: NSObject, @unchecked Sendable {
    let settings: CIContextSettings
    private let shared: Mutex<Renderer>

    /// Creates a context that computes in extended linear sRGB and renders to sRGB.
    public override convenience init() { self.init(options: nil) }

    /// Creates a context with options.
    ///
    /// An option that is unknown or has a wrong value is named in the log and ignored. `init(checking:)` throws
    /// instead.
    ///
    /// - Parameter options: Values for `CIContextOption` keys.
    public convenience init(options: [CIContextOption: Any]? = nil) {
        let (settings, refusals) = CIContextSettings.reading(options ?? [:])
        for refusal in refusals { logError(refusal) }
        self.init(settings: settings)
    }

    /// Creates a context with options.
    ///
    /// The throwing variant of `init(options:)`.
    ///
    /// - Throws: `CIError.malformedOption`, `CIError.unknownOption` or `CIError.unusableDevice` for the first option
    ///   that cannot be used.
    public convenience init(checking options: [CIContextOption: Any]) throws {
        let (settings, refusals) = CIContextSettings.reading(options)
        if let refusal = refusals.first { throw refusal }
        self.init(settings: settings)
    }

    init(settings: CIContextSettings) {
        self.settings = settings
        shared = Mutex(Self.renderer(for: settings))
    }

    /// The current renderer. `clearCaches()` replaces it.
    var renderer: Renderer { shared.withLock { $0 } }

    /// The colour space in which filters compute; nil when colour management is off.
    open var workingColorSpace: CGColorSpace? { settings.workingColorSpace }

    /// The value of `CIContextOption.workingFormat`: the minimum precision of intermediates that are kept in memory.
    open var workingFormat: CIFormat { settings.workingFormat }

    /// The processor that computes what it can; the CPU computes the rest.
    open var workingDevice: CIDevice { settings.device.map { CIDevice($0) } ?? .cpu }

    /// Releases the memory that the context keeps for later renderings. Running renderings are not affected.
    open func clearCaches() { shared.withLock { $0 = Self.renderer(for: settings) } }

    /// Releases the memory that the context keeps for later renderings, like `clearCaches()`.
    open func reclaimResources() { clearCaches() }

    /// Returns the largest width and height of a picture that can be read, in pixels.
    ///
    /// Files are read in parts, so the limit doesn't depend on memory.
    open func inputImageMaximumSize() -> CGSize {
        CGSize(width: PixelRect.coordinateLimit, height: PixelRect.coordinateLimit)
    }

    /// Returns the width and height of the largest square that one rendering to memory may have under the context's
    /// memory limit, in pixels.
    open func outputImageMaximumSize() -> CGSize {
        let pixels = renderer.configuration.memoryLimit / MemoryLayout<SIMD4<Float>>.stride
        let side = CGFloat(pixels).squareRoot().rounded(.down)
        return CGSize(width: side, height: side)
    }

    /// The context's name and working space, as text.
    open override var description: String {
        let name = settings.name.map { " \(printable($0))" } ?? ""
        return "<CIContext\(name) in \(workingColorSpace?.description ?? "unmanaged colours")>"
    }

    // Logs a wrong value of the variable, once per process.
    private static let regionCheckProblem: Void = {
        let value = ProcessInfo.processInfo.environment[RegionCheckVariable.name]
        if let text = RegionCheckVariable.problem(with: value) { logKernelWarning(text) }
    }()

    private static func renderer(for settings: CIContextSettings) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: settings.workingColorSpace,
            backend: LinkedParts.shared.kernelBackend(compilesInBackground: settings.compilesInBackground),
            cacheIntermediates: settings.cacheIntermediates,
            intermediateFormat: settings.workingFormat == .RGBAf ? .RGBAf : .RGBAh)
        if let limit = settings.memoryLimit {
            (configuration.memoryLimit, configuration.untrustedMemoryLimit) = (limit, limit)
        }
        configuration.report = logKernelWarning
        configuration.device = settings.device
        _ = regionCheckProblem
        (configuration.deadline, configuration.workLimit) = (settings.deadline, settings.stepLimit)
        if let count = settings.threadCount { configuration.threadCount = count }
        if settings.usesHalfOfCores { configuration.threadCount = max(1, configuration.threadCount / 2) }
        return Renderer(configuration: configuration)
    }
}
