import CoreImage
import ImageGraph
import Interpreter
import JIT
import Pixels
import Rendering

/// A renderer for checks. It uses float pixels throughout, so that differences come from the filter.
///
/// Thread-safe, like all renderers.
struct ValidationRenderer: Sendable {
    /// Renders like hosts: optimises recipes, and compiles kernels if that is allowed.
    static let usual = ValidationRenderer(backend: machineCode, optimises: true)
    /// Runs every kernel separately and unmodified.
    static let plain = ValidationRenderer(backend: machineCode, optimises: false)
    /// Runs every kernel separately in the interpreter. Blurs and other operators of the host run as in `plain`.
    static let interpreted = ValidationRenderer(backend: InterpretedKernels(operators: machineCode), optimises: false)

    /// The backend that compiles kernels, if this machine can.
    static let machineCode = JITBackend(interpreter: InterpreterBackend())

    private let renderer: Renderer

    private init(backend: any KernelBackend, optimises: Bool) {
        renderer = Renderer(
            configuration: RendererConfiguration(
                workingColorSpace: CIContext().workingColorSpace, backend: backend, memoryLimit: 1 << 30,
                cacheIntermediates: false,
                intermediateFormat: .RGBAf, optimises: optimises))
    }

    /// Renders premultiplied pixels, which are transparent outside of the extent.
    ///
    /// - Throws: `RenderingError`, or the error from building the recipe.
    func pixels(of image: CIImage, in region: PixelRect) throws -> Raster { try pixels(of: image.node, in: region) }

    /// Renders premultiplied pixels of a recipe.
    func pixels(of node: ImageNode, in region: PixelRect) throws -> Raster {
        do { return try renderer.render(node, region: region) } catch { throw ErrorText.cause(of: error) }
    }

    /// Clears everything that is cached between renderings.
    func clearCaches() { renderer.clearCaches() }

    /// Returns the part of a result that checks render: its extent, limited to the frame enlarged by half its size on
    /// each side.
    static func region(of image: CIImage, around frame: CGRect) -> PixelRect {
        let reach = PixelRect(enclosing: frame.insetBy(dx: -frame.width / 2, dy: -frame.height / 2))
        if image.extent.isInfinite { return reach }
        return PixelRect(enclosing: image.extent).intersection(reach)
    }
}
