import Foundation
import KernelLanguage
import Pixels

/// Methods that build recipes. Each computes its result's extent and touches no pixels. All are thread-safe.
extension ImageNode {
    /// A transparent image with a null extent.
    package static let empty = ImageNode(.constant(GraphColor(components: .zero, colorSpace: nil)), extent: .null)

    /// Returns an image with the pixels of a file, a bitmap or a provider. Its extent is (0, 0) to (width, height).
    ///
    /// - Parameter colorManaged: If false, the source's values are used unconverted (premultiplied, but in no
    ///   particular space).
    package static func source(_ source: any PixelSource, colorManaged: Bool = true) -> ImageNode {
        guard source.width > 0, source.height > 0 else { return .empty }
        let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
        return ImageNode(.source(source, colorManaged: colorManaged), extent: extent)
    }

    /// Returns an image of one colour, with an infinite extent.
    package static func constant(_ color: GraphColor) -> ImageNode {
        ImageNode(.constant(color), extent: .infinite)
    }

    /// Returns the part of this image inside `rect`. The intersection with the extent is rounded outwards to whole
    /// pixels.
    package func cropped(to rect: CGRect) -> ImageNode {
        let part = extent.intersectionOrNull(rect).enclosingWholePixels
        if part == extent { return self }
        if !part.isNull, rect.enclosingWholePixels.encloses(extent) { return self }
        return ImageNode(.crop(self, part), extent: part)
    }

    /// Returns this image inside `rect`, with the pixels on its edges repeated outwards without end.
    ///
    /// The rectangle is clipped to the extent and rounded outwards to whole pixels. The result is infinite, or empty if
    /// the rectangle and the extent don't intersect.
    package func clamped(to rect: CGRect) -> ImageNode {
        let part = extent.intersectionOrNull(rect).enclosingWholePixels
        if part.isNull { return .empty }
        if part.isInfinite { return self }
        return ImageNode(.clamp(self, part), extent: .infinite)
    }

    /// Returns this image under an affine transform of working space.
    ///
    /// The extent is the smallest rectangle around the transformed extent. The identity returns this node. A transform
    /// without an inverse maps the image to nothing and returns an empty image. Translations by whole pixels are exact
    /// for both interpolations. Otherwise pixels are sampled at transformed pixel centres, and linear interpolation
    /// fades to transparent over half a source pixel at the edges.
    package func transformed(by transform: CGAffineTransform, interpolation: Interpolation = .linear) -> ImageNode {
        if transform.isIdentity || extent.isNull { return self }
        guard transform.isInvertible else { return .empty }
        return ImageNode(.transform(self, transform, interpolation), extent: extent.mapped(by: transform))
    }

    /// Returns the result of a colour, general or warp kernel over `extent`.
    ///
    /// - Parameters:
    ///   - program: A validated kernel.
    ///   - arguments: One argument per parameter, in order. A warp kernel takes the image that it warps as an
    ///     additional last argument.
    ///   - extent: The domain of definition of the result; may be infinite.
    ///   - regionOfInterest: Returns the part of image `index` (counting the images among `arguments`) that is read to
    ///     compute `output`, both in working space. The default returns `output`. The result must grow with `output`.
    ///     Called from several threads at the same time.
    ///   - regionIdentity: A value that is equal for two calls only if their region functions return the same
    ///     rectangles, so that equal images are computed once. If nil, region functions are assumed to differ.
    ///   - regionFailures: Where the region function records its errors, if it can fail.
    ///   - callsRegionFunctionOnce: Whether the region function is called once per rendering instead of once per tile.
    /// - Throws: `KernelArgumentError` if the arguments don't fit the parameters.
    package static func kernel(
        _ program: Program, arguments: [KernelArgument], extent: CGRect,
        regionOfInterest: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect = { $1 },
        regionIdentity: (any Hashable & Sendable)? = nil, regionFailures: [RegionFailure] = [],
        callsRegionFunctionOnce: Bool = false
    ) throws(KernelArgumentError) -> ImageNode {
        try KernelArgumentError.check(arguments, for: program)
        var application = KernelApplication(
            program: program, arguments: arguments, regionOfInterest: regionOfInterest,
            regionIdentity: regionIdentity)
        application.regionFailures = regionFailures
        // For a kernel that reads its images only at its own pixel, the region function makes no difference.
        let readsElsewhere = program.kind == .warp || !program.freeSampling.isEmpty
        application.callsRegionFunctionOnce = callsRegionFunctionOnce && readsElsewhere
        return ImageNode(.kernel(application), extent: extent)
    }

    /// Returns this image with its colours multiplied by alpha.
    package func premultiplied() -> ImageNode { ImageNode(.premultiply(self), extent: extent) }

    /// Returns this image with its colours divided by alpha; pixels with alpha 0 become 0.
    package func unpremultiplied() -> ImageNode { ImageNode(.unpremultiply(self), extent: extent) }

    /// Returns this image with its unpremultiplied colours converted between two spaces; nil means the working space.
    package func converted(from source: CGColorSpace?, to destination: CGColorSpace?) -> ImageNode {
        source == destination ? self : ImageNode(.convert(self, from: source, to: destination), extent: extent)
    }

    /// Returns the result of a native operator; it is transparent outside of `extent`.
    package static func native(_ computation: any NativeOperator, extent: CGRect) -> ImageNode {
        ImageNode(.native(computation), extent: extent)
    }

    /// This image, marked as part of an untrusted recipe. Rendering it is limited unless the host sets other limits.
    package var untrusted: ImageNode {
        isUntrusted ? self : ImageNode(operation, extent: extent, origin: origin, isUntrusted: true)
    }

    /// Returns this image with a record of what created it.
    ///
    /// If `isShared`, the origin is stored in a new node above this one, because other recipes may contain this node,
    /// for example as an unchanged input. The optimiser removes the additional node.
    /// - Parameter isShared: Whether this node may be part of other recipes.
    package func recorded(by origin: any NodeOrigin, isShared: Bool) -> ImageNode {
        ImageNode(
            isShared ? .crop(self, extent) : operation, extent: extent, origin: origin, isUntrusted: isUntrusted)
    }
}
