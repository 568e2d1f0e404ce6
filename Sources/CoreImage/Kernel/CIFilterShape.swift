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
    public init(rect: CGRect) { extent = rect.overlap(rect) }

    /// Returns the shape under an affine transform.
    ///
    /// - Parameters:
    ///   - transform: The transform.
    ///   - interior: Whether the result is a rectangle inside the transformed shape instead of the smallest one around
    ///     it. The inner rectangle has the centre and the proportions of the outer one. The two differ when the
    ///     transform rotates or shears.
    open func transform(by transform: CGAffineTransform, interior: Bool) -> CIFilterShape {
        if extent.isNull || extent.isInfinite { return self }
        let outer = extent.applying(transform)
        guard interior else { return CIFilterShape(rect: outer) }
        return CIFilterShape(rect: Self.innerRectangle(of: extent, under: transform))
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
    open func union(with rect: CGRect) -> CIFilterShape { CIFilterShape(rect: extent.hull(rect)) }

    /// Returns the intersection of both shapes.
    open func intersect(with other: CIFilterShape) -> CIFilterShape { intersect(with: other.extent) }

    /// Returns the intersection of the shape and `rect`. The extent of an empty intersection is `CGRect.null`.
    open func intersect(with rect: CGRect) -> CIFilterShape { CIFilterShape(rect: extent.overlap(rect)) }

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

    /// Returns the transformed rectangle's bounding box, scaled about its centre until it fits inside the
    /// parallelogram.
    private static func innerRectangle(of rect: CGRect, under t: CGAffineTransform) -> CGRect {
        let box = rect.applying(t)
        guard t.determinant != 0 else { return .null }
        // The inverse transform maps the box's half sides into the rectangle's own space, where they must not exceed
        // the rectangle's half sides.
        let inverse = t.inverted()
        let (w, h) = (box.width / 2, box.height / 2)
        let reachX = abs(inverse.a) * w + abs(inverse.c) * h
        let reachY = abs(inverse.b) * w + abs(inverse.d) * h
        let scale = min(1, rect.width / 2 / reachX, rect.height / 2 / reachY)
        return box.insetBy(dx: w * (1 - scale), dy: h * (1 - scale))
    }
}
