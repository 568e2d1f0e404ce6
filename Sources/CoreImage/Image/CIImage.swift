import Foundation
import ImageGraph
import Pixels

/// A recipe for a picture: where pixels come from and what is done to them. Nothing is computed before a `CIContext`
/// renders it.
///
/// Making and combining images touches no pixels and reads no file beyond its header. An image is immutable, and may be
/// shared between threads.
///
/// **Space.** Working space: one unit is a pixel, the origin is at the bottom left, pixel (x, y) covers [x, x+1) × [y,
/// y+1).
/// **Extent.** Outside `extent` the image is transparent. An extent may be infinite (a colour, a clamped image) or
/// empty.
/// **Colour.** Premultiplied RGBA floats in the rendering context's working space.
/// **Errors.** An initialiser that can fail has a throwing twin: `init(loading:)` for `init(contentsOf:)`,
/// `init(decoding:)` for `init(data:)`. Methods that can't answer nil, like `applyingFilter(_:parameters:)`, give an
/// image whose rendering throws the reason.
open class CIImage: NSObject, NSCopying, @unchecked Sendable {
    package let node: ImageNode
    /// How the image is read between its pixels when it is transformed or sampled next.
    let interpolation: Interpolation
    private let metadata: [String: Any]
    let origin: Origin

    /// What the image was made from, for the accessors that give it back.
    struct Origin {
        var url: URL?
        var cgImage: CGImage?
        var colorSpace: CGColorSpace?
    }

    init(
        node: ImageNode, interpolation: Interpolation = .linear, properties: [String: Any] = [:],
        origin: Origin = Origin()
    ) {
        (self.node, self.interpolation) = (node, interpolation)
        (self.metadata, self.origin) = (properties, origin)
    }

    /// The rectangle outside of which the image is transparent, in working space; `CGRect.infinite` for colours and
    /// clamped images, `CGRect.null` for images without pixels.
    open var extent: CGRect { node.extent }

    /// Metadata of the file that the image was read from (`Orientation`, `{Exif}`, `{TIFF}`, `{GPS}` …), or what
    /// `settingProperties(_:)` or `CIImageOption.properties` gave. A filter's or kernel's result has those of its first
    /// image.
    open var properties: [String: Any] { metadata }

    /// The file that the image was read from, if it was.
    open var url: URL? { origin.url }

    /// The bitmap that the image was made from, if it was.
    open var cgImage: CGImage? { origin.cgImage }

    /// Colour space of the pixels that the image was made from; nil when it was computed, or made without colour
    /// management.
    open var colorSpace: CGColorSpace? { origin.colorSpace }

    /// Whether every pixel of the extent is known to be opaque, going by the recipe: by sources without alpha and filters that
    /// leave it alone. No pixels are computed, so that an image may be opaque and not known to be.
    open var isOpaque: Bool { node.isKnownOpaque }

    /// The image's domain of definition: the shape of `extent`.
    open var definition: CIFilterShape { CIFilterShape(rect: extent) }

    /// The image itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The extent.
    open override var description: String { "<CIImage: extent \(CIError.text(of: extent))>" }

    /// A copy with `properties` in place of the image's own; keys that are not strings are left out.
    open func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        var named: [String: Any] = [:]
        for (key, value) in properties {
            if let key = key.base as? String { named[key] = value }
        }
        return CIImage(node: node, interpolation: interpolation, properties: named, origin: origin)
    }

    /// This image read between its pixels bilinearly, which is the default: where `transformed(by:)` and kernels sample
    /// it.
    open func samplingLinear() -> CIImage {
        CIImage(node: node, interpolation: .linear, properties: metadata, origin: origin)
    }

    /// This image read at the nearest pixel instead of between pixels, where `transformed(by:)` and kernels sample it:
    /// enlarged, its pixels become squares.
    open func samplingNearest() -> CIImage {
        CIImage(node: node, interpolation: .nearest, properties: metadata, origin: origin)
    }

    /// The image with another recipe, and this image's properties and sampling.
    func replacing(node: ImageNode) -> CIImage {
        node === self.node
            ? self : CIImage(node: node, interpolation: interpolation, properties: metadata, origin: Origin())
    }

    /// The part of `image` from which this image computes the part inside `rect`, both in working space; null when
    /// `image` has no part in it.
    ///
    /// `image` is found in this image's recipe by what it is made of, so it must be (or share the recipe of) an image
    /// that this one was made from.
    open func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
        node.region(of: image.node, for: rect)
    }
}
