import Foundation
import KernelLanguage
import Pixels

/// Runs kernels: the interface between the renderer and the interpreter or the JIT. All back ends compute the same
/// pixels for a program, bit for bit except for the payload of a NaN. Thread-safe.
public protocol KernelBackend: Sendable {
    /// Name for `explain` output and error messages.
    var name: String { get }
    /// Whether kernels are compiled to machine code. One long kernel is then better than several short ones, so colour
    /// conversions and chains of kernels are fused.
    var compiles: Bool { get }
    /// Whether kernels read images of this format directly, without a conversion beforehand. True for `RGBAf`.
    func canRead(_ format: PixelFormat) -> Bool
    /// Whether the kernel of `program` reads images of this format without converting more pixels beforehand than it
    /// needs. False only if `canRead(_:)` is false, or if the kernel samples its images at points of its own choice and
    /// no code is generated for it.
    func canRead(_ format: PixelFormat, in program: Program) -> Bool
    /// Whether kernels write this format directly. True for `RGBAf`.
    func canWrite(_ format: PixelFormat) -> Bool
    /// Prepares a validated program for images and results of the given formats, and for any arguments. Thread-safe;
    /// back ends cache by program and layout.
    ///
    /// - Throws: An error if the program can't be run. A back end that can't compile a program interprets it instead.
    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel
    /// Returns the same computation in generated code, or nil if there is none and the operator's own code runs.
    /// Results differ by at most 2⁻²⁰ times the larger of 1 and the result. Thread-safe.
    func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)?
}

extension KernelBackend {
    /// False: kernels are interpreted.
    public var compiles: Bool { false }
    /// True for `RGBAf` only.
    public func canRead(_ format: PixelFormat) -> Bool { format == .RGBAf }
    /// Same as `canRead(_:)`.
    public func canRead(_ format: PixelFormat, in program: Program) -> Bool { canRead(format) }
    /// True for `RGBAf` only.
    public func canWrite(_ format: PixelFormat) -> Bool { format == .RGBAf }
    /// Nil: operators run their own code.
    public func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? { nil }
    /// Prepares a program whose images and results are floats, without restricting how images are sampled.
    public func prepare(_ program: Program) throws -> any PreparedKernel {
        try prepare(program, layout: KernelLayout(imageCount: program.samplerCount))
    }
}

/// The properties for which a kernel's code may be specialised. They stay the same from tile to tile, and when
/// arguments change.
public struct KernelLayout: Sendable, Hashable {
    /// One layout for each image parameter, in order.
    public var images: [ImageLayout]
    /// Format of the result.
    public var output: PixelFormat

    /// Creates a layout.
    public init(images: [ImageLayout], output: PixelFormat) { (self.images, self.output) = (images, output) }

    /// Creates a layout of float images with any transform, and a float result.
    public init(imageCount: Int) {
        self.init(images: Array(repeating: ImageLayout(), count: imageCount), output: .RGBAf)
    }
}

/// The properties of an image that the code reading it may rely on.
public struct ImageLayout: Sendable, Hashable {
    /// Format of the image's pixels.
    public var format: PixelFormat
    /// Interpolation between pixel centres.
    public var interpolation: Interpolation
    /// The values read outside of the image.
    public var wrap: WrapMode
    /// Whether the binding's transform moves by whole pixels only, so that `sampleAtDestination` reads one pixel.
    public var isAligned: Bool

    /// Creates a layout.
    public init(
        format: PixelFormat = .RGBAf, interpolation: Interpolation = .linear, wrap: WrapMode = .transparent,
        isAligned: Bool = false
    ) {
        (self.format, self.interpolation, self.wrap, self.isAligned) = (format, interpolation, wrap, isAligned)
    }
}

/// A program that is prepared for computing pixels.
public protocol PreparedKernel: Sendable {
    /// Computes every pixel of `region` into `output` (whose bounds contain `region`, and whose format is the
    /// layout's).
    ///
    /// A pixel depends only on its own coordinates, `arguments` and `images`, never on the region. A warp kernel writes
    /// the source point of each output pixel as (x, y, 0, 0). Integer formats clamp to 0…1. Thread-safe.
    ///
    /// - Throws: An error if the loops of a pixel exceed the step budget, or if the arguments don't fit the program and
    ///   layout. `output` is then undefined.
    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws
}

extension PreparedKernel {
    /// Computes `region` into a raster.
    public func run(
        arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: Raster
    ) throws {
        try run(arguments: arguments, images: images, region: region, output: output.view)
    }
}

/// Scalar arguments, one array per kernel parameter in order (empty for images). All are floats, whatever the
/// parameter's type; `KernelParameterType` states how they convert to ints and bools.
public struct KernelArguments: Sendable, Hashable {
    /// Components of each parameter's argument.
    public var components: [[Float]]

    /// Creates arguments from their components.
    public init(components: [[Float]]) { self.components = components }
}

/// An image as a kernel reads it while one region is computed.
public struct SamplerBinding: Sendable {
    /// The pixels of the image that the region needs. All others are transparent, or clamped to `extent`.
    public var pixels: PixelView
    /// The image's extent in working space, before the sampler's transform.
    public var extent: CGRect
    /// Transform from working space to the image's pixel space: the inverse of the sampler's transform, usually the
    /// identity.
    public var transform: CGAffineTransform
    /// Interpolation between pixel centres.
    public var interpolation: Interpolation
    /// The values read outside of `extent`.
    public var wrap: WrapMode

    /// Creates a binding.
    public init(
        pixels: PixelView, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        (self.pixels, self.extent, self.transform) = (pixels, extent, transform)
        (self.interpolation, self.wrap) = (interpolation, wrap)
    }

    /// Creates a binding of float pixels.
    public init(
        raster: Raster, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        self.init(
            pixels: raster.view, extent: extent, transform: transform, interpolation: interpolation, wrap: wrap)
    }
}

/// How a sampler reads between pixel centres.
public enum Interpolation: String, Sendable, Hashable, Codable {
    /// The value of the pixel that contains the point.
    case nearest
    /// Bilinear interpolation between the four nearest pixel centres.
    case linear
}

/// What a sampler reads outside its image.
public enum WrapMode: String, Sendable, Hashable, Codable {
    /// Transparent black.
    case transparent
    /// The nearest pixel of the edge.
    case clamp
}
