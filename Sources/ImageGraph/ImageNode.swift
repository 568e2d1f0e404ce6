import Foundation
import KernelLanguage
import Pixels

/// One step of an image recipe: an operation, what it reads, and where its result is not transparent.
///
/// Nodes are immutable and shared freely between threads and recipes. Building one touches no pixels.
public final class ImageNode: @unchecked Sendable {
    /// What is computed.
    public var operation: ImageOperation { storedOperation }
    /// Domain of definition in working space: outside it the image is transparent black. May be infinite or null.
    public let extent: CGRect
    /// What made the node, where that is known; pixels, optimisation and caching don't depend on it.
    public var origin: (any NodeOrigin)? { storedOrigin }
    /// Whether somebody whom the host doesn't trust decides on work that rendering this node does: a recipe from a file, a unit's process, or a
    /// kernel of theirs. Such a rendering is limited unless the host says otherwise.
    public let isUntrusted: Bool

    // Both are written once more after `init`, by the thread that drops the last reference; so no other thread can see
    // the change.
    private var storedOperation: ImageOperation
    private var storedOrigin: (any NodeOrigin)?

    /// A node; the factory methods in `ImageNode+Building.swift` compute extents.
    ///
    /// - Parameter isUntrusted: Whether others than the host decided on the operation; a node that reads an untrusted one is untrusted too.
    public init(
        _ operation: ImageOperation, extent: CGRect, origin: (any NodeOrigin)? = nil, isUntrusted: Bool = false
    ) {
        (self.storedOperation, self.extent, self.storedOrigin) = (operation, extent, origin)
        self.isUntrusted = isUntrusted || operation.isUntrusted
    }

    // Recipes may be many thousand steps deep: taking them apart in a loop keeps the stack from overflowing.
    deinit {
        var pending = takeInputs()
        while var node = pending.popLast() {
            if isKnownUniquelyReferenced(&node) { pending += node.takeInputs() }
        }
    }

    private func takeInputs() -> [ImageNode] {
        var inputs = storedOperation.inputs
        if !inputs.isEmpty { storedOperation = .constant(GraphColor(components: .zero, colorSpace: nil)) }
        if let origin = storedOrigin {
            // The origin goes here and its nodes stay, so that no node is released by anything but the loop.
            inputs += origin.inputs
            storedOrigin = nil
        }
        return inputs
    }
}

/// What a node computes. All pixels between nodes are premultiplied RGBA floats in the context's working space.
public enum ImageOperation: Sendable {
    /// Pixels from a file, a bitmap or a provider, with the lower left corner at the origin. Converted from the
    /// source's colour space to the working space when read; `colorManaged: false` leaves the numbers alone.
    case source(any PixelSource, colorManaged: Bool)
    /// A source's numbers as they are stored, for kernels that convert them: not multiplied by alpha, whatever the source's alpha
    /// convention is, and in the source's colour space. The optimiser makes it.
    case stored(any PixelSource)
    /// One colour everywhere; converted from its colour space when rendered.
    case constant(GraphColor)
    /// The part of the image inside the rectangle; the rectangle's edges are rounded to whole pixels.
    case crop(ImageNode, CGRect)
    /// The image inside the rectangle, its edge pixels repeated outwards for ever.
    case clamp(ImageNode, CGRect)
    /// The image under an affine map.
    case transform(ImageNode, CGAffineTransform, Interpolation)
    /// A kernel applied to images and numbers.
    case kernel(KernelApplication)
    /// Colours multiplied by their alpha.
    case premultiply(ImageNode)
    /// Colours divided by their alpha; alpha 0 gives 0.
    case unpremultiply(ImageNode)
    /// Colours taken from one space to another; nil stands for the working space.
    case convert(ImageNode, from: CGColorSpace?, to: CGColorSpace?)
    /// A computation in machine code: convolutions, reductions, processors.
    case native(any NativeOperator)
}

/// A colour with its space, not yet converted to a working space.
public struct GraphColor: Sendable, Hashable {
    /// Red, green, blue, not premultiplied, and alpha.
    public var components: SIMD4<Float>
    /// The components' space; nil means that they are working-space values already.
    public var colorSpace: CGColorSpace?

    /// A colour from its parts.
    public init(components: SIMD4<Float>, colorSpace: CGColorSpace?) {
        (self.components, self.colorSpace) = (components, colorSpace)
    }
}

/// A kernel with its arguments.
public struct KernelApplication: Sendable {
    /// The compiled kernel.
    public var program: Program
    /// One argument per parameter, checked against the parameters' types.
    public var arguments: [KernelArgument]
    /// The part of image number `index` (counting image parameters) needed for the output rectangle, both in working
    /// space.
    public var regionOfInterest: @Sendable (_ index: Int, _ output: CGRect) -> CGRect {
        didSet { region = RegionIdentity(identity: nil) }
    }
    /// What makes two region functions the same, as functions can't be compared; nil where nothing can be said.
    public var regionIdentity: AnyHashable? { region.identity }

    /// What the region function notes its failures in; empty where it can't fail. A kernel joined from several has all of theirs.
    public var regionFailures: [RegionFailure] = []

    /// Whether the region of interest is computed once for everything that is rendered, instead of once a tile: for functions of
    /// applications and units, which often return less than their kernels read. Every tile may then read all of the answer.
    public var computesRegionOnce = false

    private var region: RegionIdentity

    // Only hashed and compared; it is made of a sendable value.
    private struct RegionIdentity: @unchecked Sendable { let identity: AnyHashable? }
    /// Space and alpha of the result where they are not the working space and premultiplied: the optimiser's last conversions. For
    /// `explain`; pixels don't depend on it.
    var resultColors: ResultColors?

    /// The conversion of colours that the kernel is, if it is one and nothing else.
    var conversion: ColorConversionKernel.Conversion?

    /// What a result's numbers mean.
    struct ResultColors: Sendable, Hashable {
        var space: CGColorSpace?
        var alpha: AlphaState
    }

    /// How many kernels of the recipe the optimiser has joined into this one.
    public internal(set) var parts = 1
    /// How many closures `regionOfInterest` calls inside each other.
    var regionDepth = 1
    /// Whether the program is as short as the compiler would make it: false for one that has just been joined.
    var isSimplified = true

    /// An application from its parts.
    ///
    /// - Parameter regionIdentity: equal for two applications only where their region functions give the same rectangles.
    public init(
        program: Program, arguments: [KernelArgument],
        regionOfInterest: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect,
        regionIdentity: (any Hashable & Sendable)? = nil
    ) {
        (self.program, self.arguments, self.regionOfInterest) = (program, arguments, regionOfInterest)
        region = RegionIdentity(identity: regionIdentity.map { AnyHashable($0) })
    }
}

/// An argument of a kernel.
public enum KernelArgument: Sendable {
    /// The components of a number, vector or matrix.
    case numbers([Float])
    /// A colour, converted to the working space and premultiplied when rendered.
    case color(GraphColor)
    /// An image with the way it is sampled.
    case image(SampledImage)
}

/// An image bound to a kernel parameter.
public struct SampledImage: Sendable {
    /// The image.
    public var node: ImageNode
    /// The sampler's own transform, from the image's space to working space.
    public var transform: CGAffineTransform
    /// Nearest or bilinear.
    public var interpolation: Interpolation
    /// What lies outside the image.
    public var wrap: WrapMode
    /// Space in which the kernel wants to see the colours; nil means the working space.
    public var colorSpace: CGColorSpace?

    /// A binding from its parts.
    public init(
        _ node: ImageNode, transform: CGAffineTransform = .identity, interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent, colorSpace: CGColorSpace? = nil
    ) {
        (self.node, self.transform, self.interpolation, self.wrap) = (node, transform, interpolation, wrap)
        self.colorSpace = colorSpace
    }
}

/// A node's computation in machine code, region by region.
public protocol NativeOperator: Sendable {
    /// Name for `explain` output and errors.
    var name: String { get }
    /// Images read.
    var inputs: [ImageNode] { get }
    /// The same computation on other images, as many and in the same order.
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator
    /// What makes two operators the same computation, their inputs aside; nil where nothing can be said, so that each is its own.
    var identity: AnyHashable? { get }
    /// Whether results that are kept for later steps must keep all bits of their floats, because they aren't colours: sums, counts.
    var needsFullPrecision: Bool { get }
    /// What `regionOfInterest` notes its failures in; empty where it can't fail.
    var regionFailures: [RegionFailure] { get }
    /// Whether every pixel of the extent has alpha 1.
    var isOpaque: Bool { get }
    /// Whether the code that computes the pixels is somebody else's whom the host doesn't trust. The inputs don't count.
    var isUntrusted: Bool { get }
    /// The work for one pixel of the result, in steps: about one for each pixel that is read, weighted or compared. At most as much as is
    /// really done, because a recipe that is certain to cost too much is refused.
    var stepsPerPixel: Double { get }
    /// The part of input `index` needed for `output`, both in working space.
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect
    /// Computes `region` into `output`; `inputs[i]` covers at least the region of interest, clipped to the input's
    /// extent.
    ///
    /// A pixel's value must not depend on `region`. Loops over rows call `WorkMeter.check()`, so that a rendering can be stopped. Thread-safe.
    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws
}

extension NativeOperator {
    /// Nothing can be said.
    public var identity: AnyHashable? { nil }
    /// Half floats will do.
    public var needsFullPrecision: Bool { false }
    /// Regions can't fail.
    public var regionFailures: [RegionFailure] { [] }
    /// Nothing can be said.
    public var isOpaque: Bool { false }
    /// The code is the host's.
    public var isUntrusted: Bool { false }
    /// As much as a copy.
    public var stepsPerPixel: Double { 1 }
}
