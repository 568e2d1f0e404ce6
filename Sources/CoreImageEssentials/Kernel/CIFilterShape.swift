import Foundation
import Pixels

/// A region of working space on which an image or a filter's result is defined.
///
/// A shape stores only the smallest rectangle around its region: the union of two distant rectangles is the rectangle
/// around both. Immutable and thread-safe.
open class CIFilterShape: NSObject, NSCopying, @unchecked Sendable {
    /// The smallest rectangle around the shape, in working space.
    public let extent: CGRect

    /// Creates the shape of a rectangle.
    public init(rect: CGRect) { extent = rect.normalized }

    /// Returns the shape under an affine transform, as a rectangle of whole pixels.
    ///
    /// - Parameters:
    ///   - transform: The transform.
    ///   - interior: Whether the result consists only of pixels inside the transformed shape. It is then the largest
    ///     rectangle that fits inside, with its edges moved inwards to whole pixels, and null if it contains no pixel.
    ///     Otherwise the result contains all pixels that the transformed shape touches.
    open func transform(by transform: CGAffineTransform, interior: Bool) -> CIFilterShape {
        if extent.isNull || extent.isInfinite { return self }
        guard interior else { return CIFilterShape(rect: extent.applying(transform).roundedOutwards) }
        return CIFilterShape(rect: InnerRectangle(of: extent, under: transform).wholePixels)
    }

    /// Returns the shape with its edges moved inwards by `dx` pixels at the left and right and `dy` pixels at the top
    /// and bottom. Negative values enlarge it.
    open func insetBy(x dx: Int32, y dy: Int32) -> CIFilterShape {
        if extent.isNull || extent.isInfinite { return self }
        let inset = extent.insetBy(dx: CGFloat(dx), dy: CGFloat(dy))
        return CIFilterShape(rect: inset)
    }

    /// Returns the smallest rectangle around both shapes.
    open func union(with other: CIFilterShape) -> CIFilterShape { union(with: other.extent) }

    /// Returns the smallest rectangle around the shape and `rect`.
    open func union(with rect: CGRect) -> CIFilterShape { CIFilterShape(rect: extent.safeUnion(rect)) }

    /// Returns the intersection of both shapes.
    open func intersect(with other: CIFilterShape) -> CIFilterShape { intersect(with: other.extent) }

    /// Returns the intersection of the shape and `rect`. The extent of an empty intersection is `CGRect.null`.
    open func intersect(with rect: CGRect) -> CIFilterShape { CIFilterShape(rect: extent.safeIntersection(rect)) }

    /// Whether `object` is a shape with the same extent.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIFilterShape)?.extent == extent }

    /// A hash of the extent.
    open override var hash: Int {
        [extent.origin.x, extent.origin.y, extent.size.width, extent.size.height].hashValue
    }

    /// The extent, as text.
    open override var description: String { "<CIFilterShape: \(extent)>" }

    /// Returns the shape itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
