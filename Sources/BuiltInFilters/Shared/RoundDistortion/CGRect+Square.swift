import CoreImageEssentials
import Foundation

extension CGRect {
    /// Returns the extent of a round distortion's result: the smallest rectangle of whole pixels that contains the
    /// image's extent and the square around the circle. An empty or infinite extent is returned unchanged.
    func withSquare(around center: CGPoint, radius: CGFloat) -> CGRect {
        if isInfinite || isNull || isEmpty { return self }
        return safeUnion(CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
            .roundedOutwards
    }
}
