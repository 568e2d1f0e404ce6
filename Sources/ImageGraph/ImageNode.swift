import Foundation
import KernelLanguage
import Pixels

/// One step of an image recipe: an operation, its inputs, and its extent.
///
/// Nodes are immutable, and can be shared between threads and recipes. Building one touches no pixels.
public final class ImageNode: @unchecked Sendable {
    /// The computation.
    public var operation: ImageOperation { storedOperation }
    /// The domain of definition in working space. The image is transparent black outside of it. May be infinite or
    /// null.
    public let extent: CGRect
    /// What created the node, if that is known. Pixels, optimisation and caching don't depend on it.
    public var origin: (any NodeOrigin)? { storedOrigin }
    /// Whether untrusted input determines work that rendering this node does: a recipe from a file, the process of an
    /// image unit, or a sandboxed kernel. Such a rendering is limited unless the host sets other limits.
    public let isUntrusted: Bool

    // Both are written again only by the thread that releases the last reference, so no other thread can see the
    // change.
    private var storedOperation: ImageOperation
    private var storedOrigin: (any NodeOrigin)?

    /// Creates a node. The factory methods in `ImageNode+Building.swift` also compute extents.
    ///
    /// - Parameter isUntrusted: Whether the operation comes from an untrusted recipe. A node that reads an untrusted
    ///   node is always untrusted.
    public init(
        _ operation: ImageOperation, extent: CGRect, origin: (any NodeOrigin)? = nil, isUntrusted: Bool = false
    ) {
        (self.storedOperation, self.extent, self.storedOrigin) = (operation, extent, origin)
        self.isUntrusted = isUntrusted || operation.isUntrusted
    }

    // Recipes may be many thousand steps deep. Releasing them in a loop keeps the stack from overflowing.
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
            // Clear the origin but keep its nodes, so that the loop is the only place that releases nodes.
            inputs += origin.inputs
            storedOrigin = nil
        }
        return inputs
    }
}

/// The computation of a node. All pixels between nodes are premultiplied RGBA floats in the context's working space.
public enum ImageOperation: Sendable {
    /// Pixels from a file, a bitmap or a provider, with the lower left corner at the origin. They are converted from
    /// the source's colour space to the working space when read, unless `colorManaged` is false.
    case source(any PixelSource, colorManaged: Bool)
    /// A source's values as they are stored, for kernels that convert them: in the source's colour space, and with the
    /// source's own alpha convention. Only the optimiser creates this operation.
    case stored(any PixelSource)
    /// One colour everywhere. It is converted from its colour space when rendered.
    case constant(GraphColor)
    /// The part of the image inside the rectangle, whose edges are rounded to whole pixels.
    case crop(ImageNode, CGRect)
    /// The image inside the rectangle, with its edge pixels repeated outwards without end.
    case clamp(ImageNode, CGRect)
    /// The image under an affine transform.
    case transform(ImageNode, CGAffineTransform, Interpolation)
    /// A kernel applied to images and numbers.
    case kernel(KernelApplication)
    /// Colours multiplied by their alpha.
    case premultiply(ImageNode)
    /// Colours divided by their alpha; pixels with alpha 0 become 0.
    case unpremultiply(ImageNode)
    /// Colours converted from one space to another; nil means the working space.
    case convert(ImageNode, from: CGColorSpace?, to: CGColorSpace?)
    /// The result of a native operator: a convolution, reduction or processor.
    case native(any NativeOperator)
}

/// A colour with its colour space, not yet converted to a working space.
public struct GraphColor: Sendable, Hashable {
    /// Red, green, blue (not premultiplied) and alpha.
    public var components: SIMD4<Float>
    /// The components' colour space; nil if they are working-space values.
    public var colorSpace: CGColorSpace?

    /// Creates a colour from its components and their space.
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
    /// Returns the part of image `index` (counting image parameters) that is needed for the output rectangle, both in
    /// working space.
    public var regionOfInterest: @Sendable (_ index: Int, _ output: CGRect) -> CGRect {
        didSet { region = RegionIdentity(identity: nil) }
    }
    /// A value that is equal for two applications only if their region functions return the same rectangles; nil if
    /// nothing is known. Functions themselves can't be compared.
    public var regionIdentity: AnyHashable? { region.identity }

    /// Where the region function records its errors; empty if it can't fail. A kernel fused from several has those of
    /// all.
    public var regionFailures: [RegionFailure] = []

    /// Whether the region of interest is computed once per rendering, instead of once per tile. This is meant for
    /// functions of applications and image units, which often return less than their kernels read. Every tile may then
    /// read all of the returned region.
    public var computesRegionOnce = false

    private var region: RegionIdentity

    // This is safe because the value is made from a sendable one, and is only hashed and compared.
    private struct RegionIdentity: @unchecked Sendable { let identity: AnyHashable? }
    /// Colour space and alpha of the result, if the optimiser's last conversions make them differ from premultiplied
    /// working-space values. Used by `explain` only; pixels don't depend on it.
    var resultColors: ResultColors?

    /// The colour conversion that the kernel performs, if it does nothing else; otherwise nil.
    var conversion: ColorConversionKernel.Conversion?

    /// Interpretation of a result's values.
    struct ResultColors: Sendable, Hashable {
        var space: CGColorSpace?
        var alpha: AlphaState
    }

    /// Number of kernels of the recipe that the optimiser has fused into this one.
    public internal(set) var parts = 1
    /// Number of closures nested in `regionOfInterest`.
    var regionDepth = 1
    /// Whether the program has been simplified; false for one that has just been fused.
    var isSimplified = true

    /// Creates an application.
    ///
    /// - Parameter regionIdentity: A value that is equal for two applications only if their region functions return the
    ///   same rectangles.
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
    /// An image and how it is sampled.
    case image(SampledImage)
}

/// An image bound to a kernel parameter, and how it is sampled.
public struct SampledImage: Sendable {
    /// The image.
    public var node: ImageNode
    /// The sampler's transform, from the image's space to working space.
    public var transform: CGAffineTransform
    /// Interpolation between pixel centres.
    public var interpolation: Interpolation
    /// The values read outside of the image.
    public var wrap: WrapMode
    /// Colour space in which the kernel reads the colours; nil means the working space.
    public var colorSpace: CGColorSpace?

    /// Creates a binding.
    public init(
        _ node: ImageNode, transform: CGAffineTransform = .identity, interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent, colorSpace: CGColorSpace? = nil
    ) {
        (self.node, self.transform, self.interpolation, self.wrap) = (node, transform, interpolation, wrap)
        self.colorSpace = colorSpace
    }
}

/// A computation in native code instead of a kernel, region by region.
public protocol NativeOperator: Sendable {
    /// Name for `explain` output and error messages.
    var name: String { get }
    /// The images that the operator reads.
    var inputs: [ImageNode] { get }
    /// Returns the same computation on other images, as many and in the same order.
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator
    /// A value that is equal for two operators of one type only if they compute the same from the same inputs; nil if
    /// nothing is known, which makes the operator unequal to all others.
    var identity: AnyHashable? { get }
    /// Whether stored results need full float precision because they aren't colours, such as sums and counts.
    var needsFullPrecision: Bool { get }
    /// Where `regionOfInterest` records its errors; empty if it can't fail.
    var regionFailures: [RegionFailure] { get }
    /// Whether every pixel of the extent has alpha 1.
    var isOpaque: Bool { get }
    /// Whether untrusted code computes the pixels. The inputs don't count.
    var isUntrusted: Bool { get }
    /// Work per pixel of the result in steps: about one for each pixel that is read, weighted or compared. It must not
    /// exceed the real work, because a recipe that certainly costs too much is refused.
    var stepsPerPixel: Double { get }
    /// Returns the part of input `index` that is needed for `output`, both in working space.
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect
    /// Computes `region` into `output`. `inputs[i]` contains at least the region of interest, clipped to the input's
    /// extent.
    ///
    /// A pixel's value must not depend on `region`. Loops over rows must call `WorkMeter.check()`, so that a rendering
    /// can be stopped. Called from several threads at the same time.
    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws
}

extension NativeOperator {
    /// Nil: nothing is known.
    public var identity: AnyHashable? { nil }
    /// False: half floats suffice.
    public var needsFullPrecision: Bool { false }
    /// Empty: the region function can't fail.
    public var regionFailures: [RegionFailure] { [] }
    /// False: nothing is known.
    public var isOpaque: Bool { false }
    /// False: the code is trusted.
    public var isUntrusted: Bool { false }
    /// One step, as for a copy.
    public var stepsPerPixel: Double { 1 }
}
