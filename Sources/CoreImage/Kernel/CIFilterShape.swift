import Foundation
import Pixels

/// A region of working space: what a filter's result, or an image, is defined on.
///
/// A shape keeps the rectangle around what it stands for; the union of two apart rectangles is the rectangle around
/// both. Immutable, and safe to share between threads.
open class CIFilterShape: NSObject, NSCopying, @unchecked Sendable {
    /// The smallest rectangle around the shape.
    public let extent: CGRect

    /// The shape of a rectangle.
    public init(rect: CGRect) { extent = rect.overlap(rect) }

    /// The shape under an affine map.
    ///
    /// - Parameters:
    ///   - interior: true for the largest pixel rectangle inside the mapped shape, false for the smallest around it.
    ///     The two differ when the map turns or shears, or its edges fall between pixels.
    open func transform(by transform: CGAffineTransform, interior: Bool) -> CIFilterShape {
        if extent.isNull || extent.isInfinite { return self }
        let outer = extent.applying(transform)
        guard interior else { return CIFilterShape(rect: outer) }
        return CIFilterShape(rect: Self.innerRectangle(of: extent, under: transform))
    }

    /// The shape with its edges moved inwards by `dx` to the left and right and `dy` at the top and bottom; negative
    /// numbers make it larger.
    open func insetBy(x dx: Int32, y dy: Int32) -> CIFilterShape {
        if extent.isNull || extent.isInfinite { return self }
        let inset = extent.insetBy(dx: CGFloat(dx), dy: CGFloat(dy))
        return CIFilterShape(rect: inset)
    }

    /// The rectangle around both shapes.
    open func union(with other: CIFilterShape) -> CIFilterShape { union(with: other.extent) }

    /// The rectangle around the shape and `rect`.
    open func union(with rect: CGRect) -> CIFilterShape { CIFilterShape(rect: extent.hull(rect)) }

    /// What both shapes cover.
    open func intersect(with other: CIFilterShape) -> CIFilterShape { intersect(with: other.extent) }

    /// What both the shape and `rect` cover; of nothing, the extent is `CGRect.null`.
    open func intersect(with rect: CGRect) -> CIFilterShape { CIFilterShape(rect: extent.overlap(rect)) }

    /// Whether `object` is a shape of the same extent.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIFilterShape)?.extent == extent }

    /// Equal shapes have equal hashes.
    open override var hash: Int {
        [extent.origin.x, extent.origin.y, extent.size.width, extent.size.height].hashValue
    }

    /// The extent.
    open override var description: String { "<CIFilterShape: \(extent)>" }

    /// The shape itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The part of the mapped rectangle's bounding box, shrunk about its centre in proportion, that lies inside the
    /// parallelogram.
    private static func innerRectangle(of rect: CGRect, under t: CGAffineTransform) -> CGRect {
        let box = rect.applying(t)
        guard t.determinant != 0 else { return .null }
        // In the rectangle's own space the box's half axes map to these; both must stay within the rectangle's half
        // sizes.
        let inverse = t.inverted()
        let (w, h) = (box.width / 2, box.height / 2)
        let reachX = abs(inverse.a) * w + abs(inverse.c) * h
        let reachY = abs(inverse.b) * w + abs(inverse.d) * h
        let scale = min(1, rect.width / 2 / reachX, rect.height / 2 / reachY)
        return box.insetBy(dx: w * (1 - scale), dy: h * (1 - scale))
    }
}
