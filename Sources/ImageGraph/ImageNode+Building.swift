import Foundation
import KernelLanguage
import Pixels

/// Recipe building. Every method computes its result's extent and touches no pixels; all of them are thread-safe.
extension ImageNode {
    /// A transparent image with a null extent.
    public static let empty = ImageNode(.constant(GraphColor(components: .zero, colorSpace: nil)), extent: .null)

    /// Pixels from a file, a bitmap or a provider; the extent is (0, 0) to (width, height).
    ///
    /// - Parameter colorManaged: false leaves the source's numbers as they are (premultiplied, but in no particular
    ///   space).
    public static func source(_ source: any PixelSource, colorManaged: Bool = true) -> ImageNode {
        guard source.width > 0, source.height > 0 else { return .empty }
        let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
        return ImageNode(.source(source, colorManaged: colorManaged), extent: extent)
    }

    /// One colour everywhere: the extent is infinite.
    public static func constant(_ color: GraphColor) -> ImageNode {
        ImageNode(.constant(color), extent: .infinite)
    }

    /// The part of this image inside `rect`, whose intersection with the extent is rounded outwards to whole pixels.
    public func cropped(to rect: CGRect) -> ImageNode {
        let part = extent.intersectionOrNull(rect).enclosingWholePixels
        if part == extent { return self }
        if !part.isNull, rect.enclosingWholePixels.encloses(extent) { return self }
        return ImageNode(.crop(self, part), extent: part)
    }

    /// This image inside `rect`, with the pixels on the edge repeated outwards for ever.
    ///
    /// The rectangle is cut to the extent and rounded outwards to whole pixels. The result is infinite; it is empty
    /// where the two don't meet.
    public func clamped(to rect: CGRect) -> ImageNode {
        let part = extent.intersectionOrNull(rect).enclosingWholePixels
        if part.isNull { return .empty }
        if part.isInfinite { return self }
        return ImageNode(.clamp(self, part), extent: .infinite)
    }

    /// This image under an affine map of working space.
    ///
    /// The extent is the smallest rectangle around the mapped extent. The identity gives this node; a map that can't be
    /// inverted squeezes the image to nothing and gives an empty image. Translations by whole pixels are exact whatever
    /// the interpolation; otherwise pixels are read at mapped pixel centres, and linear interpolation fades to
    /// transparent over half a source pixel at the edges.
    public func transformed(by transform: CGAffineTransform, interpolation: Interpolation = .linear) -> ImageNode {
        if transform.isIdentity || extent.isNull { return self }
        guard transform.isInvertible else { return .empty }
        return ImageNode(.transform(self, transform, interpolation), extent: extent.mapped(by: transform))
    }

    /// A colour or general kernel's result over `extent`.
    ///
    /// - Parameters:
    ///   - program: a validated kernel.
    ///   - arguments: one per parameter, in order; a warp kernel takes the image that it warps as one more argument at
    ///     the end.
    ///   - extent: domain of definition of the result; may be infinite.
    ///   - regionOfInterest: the part of image number `index` (counting the images among `arguments`) that is read to
    ///     compute `output`, both in working space. The default reads the same rectangle. It must grow with `output`;
    ///     called from many threads.
    ///   - regionIdentity: equal for two calls only where their region functions give the same rectangles, so that equal
    ///     images are computed once; left out, nothing is known.
    ///   - regionFailures: what the region function notes its failures in, if it can fail.
    ///   - computesRegionOnce: whether the region function is called once for everything that is rendered, instead of once a tile.
    /// - Throws: `KernelArgumentError` where the arguments don't fit the parameters.
    public static func kernel(
        _ program: Program, arguments: [KernelArgument], extent: CGRect,
        regionOfInterest: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect = { $1 },
        regionIdentity: (any Hashable & Sendable)? = nil, regionFailures: [RegionFailure] = [],
        computesRegionOnce: Bool = false
    ) throws(KernelArgumentError) -> ImageNode {
        try KernelArgumentError.check(arguments, for: program)
        var application = KernelApplication(
            program: program, arguments: arguments, regionOfInterest: regionOfInterest,
            regionIdentity: regionIdentity)
        application.regionFailures = regionFailures
        // A kernel that reads its images only at its own pixel has no use for what the function returns.
        let readsElsewhere = program.kind == .warp || !program.freeSampling.isEmpty
        application.computesRegionOnce = computesRegionOnce && readsElsewhere
        return ImageNode(.kernel(application), extent: extent)
    }

    /// Colours multiplied by their alpha.
    public func premultiplied() -> ImageNode { ImageNode(.premultiply(self), extent: extent) }

    /// Colours divided by their alpha; alpha 0 gives 0.
    public func unpremultiplied() -> ImageNode { ImageNode(.unpremultiply(self), extent: extent) }

    /// Colours taken from one space to another, on unpremultiplied values; nil stands for the working space.
    public func converted(from source: CGColorSpace?, to destination: CGColorSpace?) -> ImageNode {
        source == destination ? self : ImageNode(.convert(self, from: source, to: destination), extent: extent)
    }

    /// A computation in machine code, transparent outside `extent`.
    public static func native(_ computation: any NativeOperator, extent: CGRect) -> ImageNode {
        ImageNode(.native(computation), extent: extent)
    }

    /// This image as part of a recipe from somebody whom the host doesn't trust: rendering it is limited unless the host says otherwise.
    public var untrusted: ImageNode {
        isUntrusted ? self : ImageNode(operation, extent: extent, origin: origin, isUntrusted: true)
    }

    /// This image with a note of what made it.
    ///
    /// An image that is read elsewhere too, such as an input that is handed on, stays the same node below the result; the optimiser takes
    /// the step between them out.
    /// - Parameter isShared: whether this node may be part of other recipes.
    public func recorded(by origin: any NodeOrigin, isShared: Bool) -> ImageNode {
        ImageNode(
            isShared ? .crop(self, extent) : operation, extent: extent, origin: origin, isUntrusted: isUntrusted)
    }
}
