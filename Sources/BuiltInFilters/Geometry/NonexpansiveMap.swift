import CoreImageEssentials
import Foundation

/// A map of the plane that doesn't increase the distance between any two points, such as the folding of the plane by
/// mirrors.
///
/// The region of interest of a rectangle is therefore bounded by a circle around the image of its centre.
struct NonexpansiveMap: Sendable {
    /// A rectangle that contains the images of all points.
    var target: CGRect
    /// Returns the image of a point.
    var fold: @Sendable (_ point: CGPoint) -> CGPoint

    /// Returns a rectangle that contains the images of all points in `rect`.
    func source(of rect: CGRect) -> CGRect {
        if rect.isNull { return rect }
        if rect.isInfinite { return target }
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        let place = fold(middle)
        // The rounding error of coordinates is proportional to their magnitude.
        let far = max(abs(middle.x), abs(middle.y), abs(place.x), abs(place.y))
        let reach = hypot(rect.width, rect.height) / 2 + 1.0 / 16 + far * 1e-6
        return target.intersection(
            CGRect(x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach))
    }
}
