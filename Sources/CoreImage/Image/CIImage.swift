import Foundation
import ImageGraph
import Pixels

/// A recipe for a picture: where pixels come from and what is done to them. Nothing is computed before a `CIContext` renders it.
///
/// Making and combining images touches no pixels and reads no file beyond its header. An image is immutable, and may be shared between threads.
///
/// **Space.** Working space: one unit is a pixel, the origin is at the bottom left, pixel (x, y) covers [x, x+1) × [y, y+1).
/// **Extent.** Outside `extent` the image is transparent. An extent may be infinite (a colour, a clamped image) or empty.
/// **Colour.** Premultiplied RGBA floats in the rendering context's working space.
open class CIImage: NSObject, NSCopying, @unchecked Sendable {
    let node: ImageNode
    private let metadata: [String: Any]
    private let origin: Origin

    /// Where the image was made from, for the accessors that give it back.
    struct Origin {
        var url: URL?
        var colorSpace: CGColorSpace?
    }

    init(node: ImageNode, properties: [String: Any] = [:], origin: Origin = Origin()) {
        (self.node, self.metadata, self.origin) = (node, properties, origin)
    }

    /// The rectangle outside of which the image is transparent, in working space; `CGRect.infinite` for colours and clamped images,
    /// empty for `empty()`.
    open var extent: CGRect { node.extent.isNull ? .zero : node.extent }

    /// Metadata of the file that the image was read from (`Orientation`, `{Exif}`, `{TIFF}`, `{GPS}` …), or what
    /// `settingProperties(_:)` or `CIImageOption.properties` gave. Images that filters compute have none.
    open var properties: [String: Any] { metadata }

    /// The file that the image was read from, if it was.
    open var url: URL? { origin.url }

    /// Colour space of the pixels that the image was made from; nil when it was computed, or made without colour management.
    open var colorSpace: CGColorSpace? { origin.colorSpace }

    /// The image's domain of definition: the shape of `extent`.
    open var definition: CIFilterShape { CIFilterShape(rect: extent) }

    /// The image itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The extent, and what the last step of the recipe is.
    open override var description: String { "<CIImage: \(extent)>" }

    /// The image with another recipe, and this image's properties and origin.
    func replacing(node: ImageNode) -> CIImage { CIImage(node: node, properties: metadata, origin: origin) }

    /// A copy with `properties` in place of the image's own.
    open func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        var named: [String: Any] = [:]
        for (key, value) in properties {
            if let key = key.base as? String { named[key] = value }
        }
        return CIImage(node: node, properties: named, origin: origin)
    }
}
