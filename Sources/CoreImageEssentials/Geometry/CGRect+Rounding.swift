import Foundation

extension CGRect {
    /// The smallest rectangle of whole pixels that contains this one. Edges within 1/1024 of a pixel from an integer
    /// are rounded to it.
    package var roundedOutwards: CGRect {
        if isNull || isInfinite { return self }
        let slack: CGFloat = 1.0 / 1024
        let (left, bottom) = ((minX + slack).rounded(.down), (minY + slack).rounded(.down))
        let (right, top) = ((maxX - slack).rounded(.up), (maxY - slack).rounded(.up))
        guard right > left, top > bottom else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
