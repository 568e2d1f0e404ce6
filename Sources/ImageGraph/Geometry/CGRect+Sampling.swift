import Foundation
import Pixels

extension CGRect {
    /// Returns the part of an image under `transform` that is read for this rectangle: the inverse image with a margin
    /// of one pixel. Bilinear sampling reaches half a pixel to the neighbours' centres; the rest absorbs rounding
    /// errors of points on pixel edges.
    func sampled(through transform: CGAffineTransform) -> CGRect {
        if isNull || isInfinite { return self }
        guard transform.isInvertible else { return .null }
        return applying(transform.inverted()).insetBy(dx: -1, dy: -1)
    }

    /// Returns the part of `rect` (of whole pixels) that supplies this rectangle's pixels if edge pixels are repeated
    /// outwards. It is empty only if `rect` is.
    func nearestPart(of rect: CGRect) -> CGRect {
        if isNull || rect.isNull { return .null }
        if isInfinite { return rect }
        let left = Swift.max(rect.minX, Swift.min(minX, rect.maxX - 1))
        let bottom = Swift.max(rect.minY, Swift.min(minY, rect.maxY - 1))
        let right = Swift.min(rect.maxX, Swift.max(maxX, rect.minX + 1))
        let top = Swift.min(rect.maxY, Swift.max(maxY, rect.minY + 1))
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
