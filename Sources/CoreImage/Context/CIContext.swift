import Foundation
import ImageGraph
import JIT
import KernelLanguage
import Pixels
import Rendering
import Synchronization

/// Why an image could not be rendered: the rectangle is infinite, empty or too large, a source can't be read, a kernel
/// failed.
public typealias RenderingError = Rendering.RenderingError

/// Renders images. Making one is cheap, but it keeps prepared recipes, intermediates and memory from one rendering to the next: use
/// one for many pictures. Compiled kernels are shared by all contexts of a process.
///
/// Sources are converted from their colour space to the working space, filters compute in it, results are converted to
/// the space of the destination. Thread-safe: many threads may render with one context.
///
/// **Errors.** A method that answers nil, or nothing, writes its error to the log and has a throwing twin:
/// `renderedCGImage` for `createCGImage`, `renderBitmap` for `render(_:toBitmap:…)`, `jpegData`, `pngData`, `tiffData`
/// and `heifData` for the `…Representation` methods.
open class CIContext: NSObject, @unchecked Sendable {
    let settings: CIContextSettings
    private let shared: Mutex<Renderer>

    /// A context that computes in extended linear sRGB, and gives sRGB.
    public override convenience init() { self.init(options: nil) }

    /// A context with options. One with a wrong value is named in the log and left at its default; `init(checking:)`
    /// throws instead.
    public convenience init(options: [CIContextOption: Any]? = nil) {
        let (settings, refusals) = CIContextSettings.reading(options ?? [:])
        for refusal in refusals { logRefusal(refusal) }
        self.init(settings: settings)
    }

    /// A context with options: the throwing twin of `init(options:)`.
    ///
    /// - Throws: `CIError.malformedOption` or `CIError.unknownOption` for the first option that can't be used.
    public convenience init(checking options: [CIContextOption: Any]) throws {
        let (settings, refusals) = CIContextSettings.reading(options)
        if let refusal = refusals.first { throw refusal }
        self.init(settings: settings)
    }

    init(settings: CIContextSettings) {
        self.settings = settings
        shared = Mutex(Self.renderer(for: settings))
    }

    /// What computes pixels at the moment.
    var renderer: Renderer { shared.withLock { $0 } }

    /// The space in which filters compute; nil when colour management is off.
    open var workingColorSpace: CGColorSpace? { settings.workingColorSpace }

    /// The precision that `CIContextOption.workingFormat` asked for: what intermediates that are kept in memory have at least.
    open var workingFormat: CIFormat { settings.workingFormat }

    /// Gives memory kept for the next rendering back to the system. Renderings that are under way are not disturbed.
    open func clearCaches() { shared.withLock { $0 = Self.renderer(for: settings) } }

    /// The same as `clearCaches()`.
    open func reclaimResources() { clearCaches() }

    /// The largest picture that can be read: its sides, in pixels. Files are read part by part, so that memory is no
    /// limit.
    open func inputImageMaximumSize() -> CGSize {
        CGSize(width: PixelRect.coordinateLimit, height: PixelRect.coordinateLimit)
    }

    /// The sides of the largest square, in pixels, that one rendering to memory may have under the context's memory
    /// limit.
    open func outputImageMaximumSize() -> CGSize {
        let pixels = renderer.configuration.memoryLimit / MemoryLayout<SIMD4<Float>>.stride
        let side = CGFloat(pixels).squareRoot().rounded(.down)
        return CGSize(width: side, height: side)
    }

    /// The name and the working space.
    open override var description: String {
        let name = settings.name.map { " \(printable($0))" } ?? ""
        return "<CIContext\(name) in \(workingColorSpace?.description ?? "unmanaged colours")>"
    }

    // Compiled kernels are worth keeping for all contexts together.
    private static let backend = JITBackend(report: logRenderingNote)
    private static let backgroundBackend = JITBackend(
        compilation: .background, store: backend.store, report: logRenderingNote)

    private static func renderer(for settings: CIContextSettings) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: settings.workingColorSpace,
            backend: settings.compilesInBackground ? backgroundBackend : backend,
            cacheIntermediates: settings.cacheIntermediates,
            intermediateFormat: settings.workingFormat == .RGBAf ? .RGBAf : .RGBAh)
        if let limit = settings.memoryLimit {
            (configuration.memoryLimit, configuration.untrustedMemoryLimit) = (limit, limit)
        }
        configuration.report = logKernelWarning
        (configuration.deadline, configuration.stepLimit) = (settings.deadline, settings.stepLimit)
        if let count = settings.threadCount { configuration.threadCount = count }
        if settings.leavesCores { configuration.threadCount = max(1, configuration.threadCount / 2) }
        return Renderer(configuration: configuration)
    }
}
