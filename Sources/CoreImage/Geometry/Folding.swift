import Foundation

/// A map of the plane that never moves two points farther apart, such as the folding of the plane between mirrors.
///
/// What is read for a rectangle lies in a circle around the place that its middle goes to, whatever mirrors are between.
struct Folding: Sendable {
    /// Where all points go.
    var target: CGRect
    /// Where a point goes.
    var fold: @Sendable (_ point: CGPoint) -> CGPoint

    /// A rectangle around the places that the points of `rect` go to.
    func source(of rect: CGRect) -> CGRect {
        if rect.isNull { return rect }
        if rect.isInfinite { return target }
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        let place = fold(middle)
        // Coordinates are rounded in proportion to how far they are from 0.
        let far = max(abs(middle.x), abs(middle.y), abs(place.x), abs(place.y))
        let reach = hypot(rect.width, rect.height) / 2 + 1.0 / 16 + far * 1e-6
        return target.intersection(
            CGRect(x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach))
    }
}
