import CoreImageEssentials
import Foundation

/// A page that a cylinder rolls up, seen from above, and the places where its points are seen.
///
/// Along `direction` the page is flat ahead of the line `axis`. Behind the line it is wound around a cylinder of
/// `radius` that lies on the line. A point at an arc length of d from the line is seen at
/// `axis − radius · sin(d / radius)`, with its front up over the first quarter of a turn and with its back up over the
/// second. The rest, after half a turn, lies flat on top with its back up and runs ahead again. Nothing is seen behind
/// `crease`.
struct CurledPage {
    /// The unit vector that the cylinder travels along.
    let direction: CGPoint
    let radius: CGFloat
    /// Where the flat part ends, measured along `direction` from the origin.
    let axis: CGFloat

    /// Creates the page at a time. The axis moves from the first point of `extent` along the direction to one radius
    /// beyond the last.
    init(extent: CGRect, angle: Float, radius: Float, time: CGFloat) {
        let angle = CGFloat(min(max(angle.finite(or: 0), -10_000), 10_000))
        direction = CGPoint(x: cos(angle), y: sin(angle))
        self.radius = min(max(CGFloat(radius.finite(or: 100)), 0.01), 100_000)
        let (first, last) = extent.span(along: direction)
        axis = first + time * (last - first + self.radius)
    }

    /// The line behind which nothing of the page is seen.
    var crease: CGFloat { axis - radius }

    /// Returns the position of a point along the direction.
    func along(_ point: CGPoint) -> CGFloat { point.x * direction.x + point.y * direction.y }

    /// Returns the distance of a point to the left of the direction.
    func across(_ point: CGPoint) -> CGFloat { point.y * direction.x - point.x * direction.y }

    /// Returns the minimum and the maximum of `measure` over a rectangle; it must be `along` or `across`.
    func span(of rect: CGRect, _ measure: (CGPoint) -> CGFloat) -> (low: CGFloat, high: CGFloat) {
        let values = rect.boundedCorners.map(measure)
        return (values.min() ?? 0, values.max() ?? 0)
    }

    /// Returns a rectangle around all that is seen of a page with that extent.
    func bounds(of page: CGRect) -> CGRect {
        if page.isNull || page.isEmpty { return .null }
        if page.isInfinite { return .infinite }
        let (along, across) = (span(of: page, along), span(of: page, across))
        // Points of the page only move ahead, by a distance that is convex along a line, so corners move farthest.
        let moved = page.boundedCorners.map { point in
            let way = travel(axis - self.along(point))
            return CGPoint(x: point.x + way * direction.x, y: point.y + way * direction.y)
        }
        let low = max(crease, along.low) - 1
        let high = max(along.high, along.low + travel(axis - along.low)) + 1
        let turned = [(low, across.low), (low, across.high), (high, across.low), (high, across.high)].map { s, q in
            CGPoint(x: s * direction.x - q * direction.y, y: s * direction.y + q * direction.x)
        }
        return Self.box(moved + page.boundedCorners).safeIntersection(Self.box(turned))
    }

    /// Returns a rectangle around the page's points that are seen in `rect`, with their front or their back up; null if
    /// there are none.
    func source(of rect: CGRect, back: Bool) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        let seen = span(of: rect, along)
        guard seen.high > crease - 1 else { return .null }
        let ways = [max(seen.low, crease), max(seen.high, crease)].map { place -> CGFloat in
            let x = (axis - place) / radius
            let sine = min(max(x, 0), 1)
            return radius * (back ? x + asin(sine) + min(x, 0) - .pi : sine - asin(sine))
        }
        let moved = ways.map { rect.offsetBy(dx: $0 * direction.x, dy: $0 * direction.y) }
        // Half a pixel for the soft edge of the crease, and one for bilinear sampling.
        return moved[0].safeUnion(moved[1]).insetBy(dx: -2, dy: -2)
    }

    /// Returns how far ahead of its flat position a point at an arc length of `distance` behind the axis is seen.
    private func travel(_ distance: CGFloat) -> CGFloat {
        if distance <= 0 { return 0 }
        if distance < .pi * radius { return distance - radius * sin(distance / radius) }
        return 2 * distance - .pi * radius
    }

    private static func box(_ points: [CGPoint]) -> CGRect {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
