import Foundation

extension CGRect {
    /// What round distortions make of an image's extent: the smallest rectangle of whole pixels around it and the square around a circle. Where there is no image, there is none.
    func withSquare(around center: CGPoint, radius: CGFloat) -> CGRect {
        if isInfinite || isNull || isEmpty { return self }
        return hull(CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
            .roundedOutwards
    }
}
