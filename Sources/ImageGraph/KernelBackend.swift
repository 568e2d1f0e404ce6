import Foundation
import KernelLanguage
import Pixels

/// Executes kernels. The seam between the renderer and the interpreter, the JIT or a GPU.
public protocol KernelBackend: Sendable {
    /// Name for `explain` output and errors.
    var name: String { get }
    /// Prepares a validated program. Thread-safe; back ends cache by program.
    func prepare(_ program: Program) throws -> any PreparedKernel
}

/// A program that is ready to run over pixels.
public protocol PreparedKernel: Sendable {
    /// Computes every pixel of `region` into `output` (whose bounds contain `region`).
    ///
    /// Pixels depend on nothing but their own coordinates, `arguments` and `images`: the same whatever the region is.
    /// A warp kernel writes the source point as (x, y, 0, 0) of each output pixel. Thread-safe.
    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: Raster) throws
}

/// Scalar arguments, one array per kernel parameter in order (empty for images), as floats whatever the parameter's
/// type; `KernelParameterType` says how ints and bools are made from them.
public struct KernelArguments: Sendable, Hashable {
    /// Components of each parameter's argument.
    public var components: [[Float]]

    /// Arguments from their components.
    public init(components: [[Float]]) { self.components = components }
}

/// An image as a kernel sees it while one region is computed.
public struct SamplerBinding: Sendable {
    /// The image's pixels that the region needs; transparent (or clamped to `extent`) elsewhere.
    public var raster: Raster
    /// The image's extent in working space before the sampler's own transform.
    public var extent: CGRect
    /// From working space to the image's pixel space: the inverse of the sampler's own transform, usually the identity.
    public var transform: CGAffineTransform
    /// Nearest or bilinear.
    public var interpolation: Interpolation
    /// What lies outside `extent`.
    public var wrap: WrapMode

    /// A binding from its parts.
    public init(
        raster: Raster, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        (self.raster, self.extent, self.transform) = (raster, extent, transform)
        (self.interpolation, self.wrap) = (interpolation, wrap)
    }
}

/// How a sampler reads between pixel centres.
public enum Interpolation: String, Sendable, Hashable, Codable {
    /// The pixel that contains the point.
    case nearest
    /// Bilinear between the four nearest centres.
    case linear
}

/// What a sampler reads outside its image.
public enum WrapMode: String, Sendable, Hashable, Codable {
    /// Transparent black.
    case transparent
    /// The nearest pixel of the edge.
    case clamp
}
