import CoreImage
import ImageGraph
import JIT
import Pixels
import Rendering

/// Renders for checks: in floats throughout, so that differences are the filter's own.
///
/// Thread-safe, as renderers are.
struct ValidationRenderer: Sendable {
    /// What hosts see: recipes are optimised, kernels compiled where they may be.
    static let usual = ValidationRenderer(backend: machineCode, optimises: true)
    /// Every kernel on its own, as its author wrote it.
    static let plain = ValidationRenderer(backend: machineCode, optimises: false)
    /// Every kernel on its own, interpreted; blurs and other operators of the host as in `plain`.
    static let interpreted = ValidationRenderer(backend: InterpretedKernels(operators: machineCode), optimises: false)

    /// Compiles kernels, where this machine can.
    static let machineCode = JITBackend()

    private let renderer: Renderer

    private init(backend: any KernelBackend, optimises: Bool) {
        renderer = Renderer(
            configuration: RendererConfiguration(
                workingColorSpace: CIContext().workingColorSpace, backend: backend, memoryLimit: 1 << 30,
                cacheIntermediates: false,
                intermediateFormat: .RGBAf, optimises: optimises))
    }

    /// Premultiplied pixels, transparent outside the extent.
    ///
    /// - Throws: `RenderingError`, or what was wrong when the recipe was built.
    func pixels(of image: CIImage, in region: PixelRect) throws -> Raster { try pixels(of: image.node, in: region) }

    /// Premultiplied pixels of a recipe.
    func pixels(of node: ImageNode, in region: PixelRect) throws -> Raster {
        do { return try renderer.render(node, region: region) } catch { throw ErrorText.cause(of: error) }
    }

    /// Gives back what is kept from one rendering to the next.
    func clearCaches() { renderer.clearCaches() }

    /// The part of a result that checks look at: all of it, but no more than the frame and half its size on each side.
    static func region(of image: CIImage, around frame: CGRect) -> PixelRect {
        let reach = PixelRect(enclosing: frame.insetBy(dx: -frame.width / 2, dy: -frame.height / 2))
        if image.extent.isInfinite { return reach }
        return PixelRect(enclosing: image.extent).intersection(reach)
    }
}
