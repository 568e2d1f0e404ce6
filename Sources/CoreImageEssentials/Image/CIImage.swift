import Foundation
import ImageGraph
import PixelBuffers
import Pixels

/// A recipe for a picture: the sources of its pixels and the operations on them. No pixels are computed before a
/// `CIContext` renders it.
///
/// Creating and combining images computes no pixels, and reads no more of a file than its header. An image is immutable
/// and thread-safe.
///
/// **Coordinates.** Images are placed in working space: one unit is a pixel, the origin is at the bottom left, and
/// pixel (x, y) covers [x, x+1) × [y, y+1).
///
/// **Extent.** Outside `extent` the image is transparent. An extent may be infinite (a colour, a clamped image) or
/// null.
///
/// **Colour.** Pixels are computed as premultiplied RGBA floats in the rendering context's working colour space.
///
/// **Errors.** Every failable initializer has a throwing variant: `init(loading:)` for `init(contentsOf:)`,
/// `init(decoding:)` for `init(data:)`. Methods that return a non-optional image, like `applyingFilter(_:parameters:)`,
/// return an image whose rendering throws the error.
open class CIImage: NSObject, NSCopying, @unchecked Sendable {
    package let node: ImageNode
    /// The interpolation between pixels when the image is next transformed or sampled.
    package let interpolation: Interpolation
    private let metadata: [String: Any]
    let origin: Origin

    /// The objects that the image was created from, for the properties that return them.
    package struct Origin {
        var url: URL?
        var cgImage: CGImage?
        var pixelBuffer: CVPixelBuffer?
        var texture: CITexture?
        var colorSpace: CGColorSpace?

        package init(
            url: URL? = nil, cgImage: CGImage? = nil, pixelBuffer: CVPixelBuffer? = nil, texture: CITexture? = nil,
            colorSpace: CGColorSpace? = nil
        ) {
            self.url = url
            self.cgImage = cgImage
            self.pixelBuffer = pixelBuffer
            self.texture = texture
            self.colorSpace = colorSpace
        }
    }

    package init(
        node: ImageNode, interpolation: Interpolation = .linear, properties: [String: Any] = [:],
        origin: Origin = Origin()
    ) {
        (self.node, self.interpolation) = (node, interpolation)
        (self.metadata, self.origin) = (properties, origin)
    }

    /// The rectangle outside of which the image is transparent, in working space.
    ///
    /// `CGRect.infinite` for colours and clamped images, `CGRect.null` for images without pixels.
    open var extent: CGRect { node.extent }

    /// The image's metadata: that of the file it was read from (`Orientation`, `{Exif}`, `{TIFF}`, `{GPS}` …), or the
    /// dictionary set by `settingProperties(_:)` or `CIImageOption.properties`.
    ///
    /// The result of a built-in filter has the metadata of its `inputImage`, that of a kernel the metadata of its first
    /// image. The results of reductions and generators have none.
    open var properties: [String: Any] { metadata }

    /// The file that the image was read from, or nil.
    open var url: URL? { origin.url }

    /// The bitmap that the image was created from, or nil.
    open var cgImage: CGImage? { origin.cgImage }

    /// The pixel buffer that the image was created from, or nil.
    open var pixelBuffer: CVPixelBuffer? { origin.pixelBuffer }

    /// The texture that the image was created from, or nil.
    open var texture: CITexture? { origin.texture }

    /// The colour space of the pixels that the image was created from. nil for a computed image, or one without colour
    /// management.
    open var colorSpace: CGColorSpace? { origin.colorSpace }

    /// Whether every pixel inside the extent is known to be opaque.
    ///
    /// The answer is derived from the recipe (sources without alpha, filters that keep alpha) without computing pixels.
    /// An opaque image may therefore return false.
    open var isOpaque: Bool { node.isKnownOpaque }

    /// The image's domain of definition: a shape with the image's extent.
    open var definition: CIFilterShape { CIFilterShape(rect: extent) }

    /// Returns the image itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The extent, as text.
    open override var description: String { "<CIImage: extent \(CIError.text(of: extent))>" }

    /// Returns the image with `properties` in place of its own. Keys that are not strings are dropped.
    open func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        var named: [String: Any] = [:]
        for (key, value) in properties {
            if let key = key.base as? String { named[key] = value }
        }
        return CIImage(node: node, interpolation: interpolation, properties: named, origin: origin)
    }

    /// Returns the image with bilinear interpolation, which is the default, for `transformed(by:)` and kernels that
    /// sample it next.
    open func samplingLinear() -> CIImage {
        CIImage(node: node, interpolation: .linear, properties: metadata, origin: origin)
    }

    /// Returns the image with nearest-pixel sampling for `transformed(by:)` and kernels that sample it next. Its pixels
    /// become squares when it is enlarged.
    open func samplingNearest() -> CIImage {
        CIImage(node: node, interpolation: .nearest, properties: metadata, origin: origin)
    }

    /// Returns an image with another recipe, and this image's properties and interpolation.
    package func replacing(node: ImageNode) -> CIImage {
        node === self.node
            ? self : CIImage(node: node, interpolation: interpolation, properties: metadata, origin: Origin())
    }

    /// Returns the result of a filter on this image: a recipe made from this image's, with this image's properties, and
    /// sampled linearly.
    package func mapNode(_ transform: (ImageNode) -> ImageNode) -> CIImage {
        CIImage(node: transform(node), properties: metadata)
    }

    /// Returns the part of `image` from which this image computes the part inside `rect`, both in working space. null
    /// if this image doesn't depend on `image`.
    ///
    /// `image` must be one of the images that this image was made from, or share its recipe.
    open func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
        node.region(of: image.node, for: rect)
    }
}
