import Foundation

/// A page that a cylinder rolls up, seen from above: where its points come to lie.
///
/// Along `direction` the page is flat ahead of the line `axis`. Behind, it is wound around a cylinder of `radius` that lies on that line: a point at an arc of d from the line
/// is seen at `axis − radius · sin(d / radius)`, with its front up over the first quarter of a turn and with its back up over the second; what is left after half a turn lies flat on top, its
/// back up, and runs ahead again. Nothing is seen behind `crease`.
struct CurledPage {
    /// The unit vector that the cylinder travels along.
    let direction: CGPoint
    let radius: CGFloat
    /// Where the flat part ends, measured along `direction` from the origin.
    let axis: CGFloat

    /// The page at a time: the axis goes from the first point of `extent` along the direction to one radius beyond the last.
    init(extent: CGRect, angle: Float, radius: Float, time: CGFloat) {
        let angle = CGFloat(min(max(angle.finite(or: 0), -10_000), 10_000))
        direction = CGPoint(x: cos(angle), y: sin(angle))
        self.radius = min(max(CGFloat(radius.finite(or: 100)), 0.01), 100_000)
        let (first, last) = extent.span(along: direction)
        axis = first + time * (last - first + self.radius)
    }

    /// The line behind which nothing of the page is seen.
    var crease: CGFloat { axis - radius }

    /// How far a point is along the direction.
    func along(_ point: CGPoint) -> CGFloat { point.x * direction.x + point.y * direction.y }

    /// How far a point is to the left of the direction.
    func across(_ point: CGPoint) -> CGFloat { point.y * direction.x - point.x * direction.y }

    /// The least and the greatest that `measure` is over a rectangle; it must be one of the two above.
    func span(of rect: CGRect, _ measure: (CGPoint) -> CGFloat) -> (low: CGFloat, high: CGFloat) {
        let values = rect.boundedCorners.map(measure)
        return (values.min() ?? 0, values.max() ?? 0)
    }

    /// A rectangle around all that is seen of a page of that extent.
    func bounds(of page: CGRect) -> CGRect {
        if page.isNull || page.isEmpty { return .null }
        if page.isInfinite { return .infinite }
        let (along, across) = (span(of: page, along), span(of: page, across))
        // A page's point only moves ahead, by what is convex along a line: corners move farthest.
        let moved = page.boundedCorners.map { point in
            let way = travel(axis - self.along(point))
            return CGPoint(x: point.x + way * direction.x, y: point.y + way * direction.y)
        }
        let low = max(crease, along.low) - 1
        let high = max(along.high, along.low + travel(axis - along.low)) + 1
        let turned = [(low, across.low), (low, across.high), (high, across.low), (high, across.high)].map { s, q in
            CGPoint(x: s * direction.x - q * direction.y, y: s * direction.y + q * direction.x)
        }
        return Self.box(moved + page.boundedCorners).overlap(Self.box(turned))
    }

    /// A rectangle around the page's points that `rect` shows, with their front or their back up; null where it shows none.
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
        // Half a pixel for the softness of the crease, and one for the mean of neighbours.
        return moved[0].hull(moved[1]).insetBy(dx: -2, dy: -2)
    }

    /// By how much a point at an arc of `distance` behind the axis is seen ahead of where it was.
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
