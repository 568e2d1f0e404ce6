import Foundation
import KernelLanguage
import Pixels

/// Executes kernels: the seam between the renderer, which knows no back end, and the interpreter or the JIT. All back ends give the
/// same pixels for a program, bit for bit but for the payload of a NaN. Thread-safe.
public protocol KernelBackend: Sendable {
    /// Name for `explain` output and errors.
    var name: String { get }
    /// Whether kernels are compiled to machine code, so that longer kernels are better than more of them: colour conversions and
    /// chains of kernels are then joined into one.
    var compiles: Bool { get }
    /// Whether kernels read images of this format without a conversion before. True for `RGBAf`.
    func canRead(_ format: PixelFormat) -> Bool
    /// Whether the kernel reads images of this format without a conversion of more than it needs before. False only where `canRead(_:)` is, or the
    /// kernel reads its images at points of its own choice and code for it isn't generated.
    func canRead(_ format: PixelFormat, in program: Program) -> Bool
    /// Whether kernels write this format themselves. True for `RGBAf`.
    func canWrite(_ format: PixelFormat) -> Bool
    /// Prepares a validated program for images and results of the given kinds, whatever the arguments will be. Thread-safe; back ends
    /// cache by program and layout.
    ///
    /// - Throws: why the program can't be run; a back end that can't compile one interprets it instead.
    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel
    /// The same computation in generated code, to within 2⁻²⁰ of the larger of 1 and the result, or nil where there is none and the
    /// operator's own code runs. Thread-safe.
    func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)?
}

extension KernelBackend {
    /// Interprets.
    public var compiles: Bool { false }
    /// Floats only.
    public func canRead(_ format: PixelFormat) -> Bool { format == .RGBAf }
    /// What all kernels read.
    public func canRead(_ format: PixelFormat, in program: Program) -> Bool { canRead(format) }
    /// Floats only.
    public func canWrite(_ format: PixelFormat) -> Bool { format == .RGBAf }
    /// Nothing.
    public func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? { nil }
    /// Prepares a program whose images and results are floats, each image sampled as freely as it can be.
    public func prepare(_ program: Program) throws -> any PreparedKernel {
        try prepare(program, layout: KernelLayout(imageCount: program.samplerCount))
    }
}

/// What a kernel's code may be specialised for: everything about its images and result that stays the same from tile to tile, and from
/// one setting of its arguments to the next.
public struct KernelLayout: Sendable, Hashable {
    /// One for each image parameter, in order.
    public var images: [ImageLayout]
    /// Format of the result.
    public var output: PixelFormat

    /// A layout from its parts.
    public init(images: [ImageLayout], output: PixelFormat) { (self.images, self.output) = (images, output) }

    /// Float images that may be transformed, and a float result.
    public init(imageCount: Int) {
        self.init(images: Array(repeating: ImageLayout(), count: imageCount), output: .RGBAf)
    }
}

/// What code that reads an image may rely on.
public struct ImageLayout: Sendable, Hashable {
    /// How the image's pixels are stored.
    public var format: PixelFormat
    /// Nearest or bilinear.
    public var interpolation: Interpolation
    /// What lies outside the image.
    public var wrap: WrapMode
    /// Whether the binding's transform moves by whole pixels only, so that `sampleAtDestination` reads one pixel.
    public var isAligned: Bool

    /// A layout from its parts.
    public init(
        format: PixelFormat = .RGBAf, interpolation: Interpolation = .linear, wrap: WrapMode = .transparent,
        isAligned: Bool = false
    ) {
        (self.format, self.interpolation, self.wrap, self.isAligned) = (format, interpolation, wrap, isAligned)
    }
}

/// A program that is ready to run over pixels.
public protocol PreparedKernel: Sendable {
    /// Computes every pixel of `region` into `output` (whose bounds contain `region`, and whose format is the layout's).
    ///
    /// Pixels depend on nothing but their own coordinates, `arguments` and `images`: the same whatever the region is.
    /// A warp kernel writes the source point as (x, y, 0, 0) of each output pixel. Integer formats clamp to 0…1. Thread-safe.
    ///
    /// - Throws: where a pixel's loops exceed the step budget, or the call doesn't fit the program and layout; `output` is undefined then.
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
    public var pixels: PixelView
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
        pixels: PixelView, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        (self.pixels, self.extent, self.transform) = (pixels, extent, transform)
        (self.interpolation, self.wrap) = (interpolation, wrap)
    }

    /// A binding of float pixels.
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
