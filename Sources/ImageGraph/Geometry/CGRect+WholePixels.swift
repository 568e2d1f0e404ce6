import Foundation
import Pixels

extension CGRect {
    /// Coordinates of extents that are this close to a whole number are rounded to it, which hides rounding errors of
    /// rotations.
    private static let rounding: CGFloat = 1e-6

    /// Returns the intersection; null if it has no area.
    func intersectionOrNull(_ other: CGRect) -> CGRect {
        if isNull || other.isNull { return .null }
        return CGRect.between(
            Swift.max(minX, other.minX), Swift.max(minY, other.minY), Swift.min(maxX, other.maxX),
            Swift.min(maxY, other.maxY))
    }

    /// Returns the smallest rectangle around both. A null rectangle is ignored.
    func unionOrInfinite(_ other: CGRect) -> CGRect {
        if isNull { return other }
        if other.isNull { return self }
        if isInfinite || other.isInfinite { return .infinite }
        let (left, bottom) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
        return CGRect(
            x: left, y: bottom, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - bottom)
    }

    /// Whether `other` lies inside this rectangle. A null rectangle lies inside every rectangle.
    func encloses(_ other: CGRect) -> Bool {
        if other.isNull { return true }
        return !isNull && minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }

    /// The smallest rectangle of whole pixels around this one. Rounds as `PixelRect(enclosing:)` does, but without its
    /// coordinate limit.
    var enclosingWholePixels: CGRect {
        if isNull || isInfinite { return self }
        let slack: CGFloat = 1.0 / 1024
        return CGRect.between(
            (minX + slack).rounded(.down), (minY + slack).rounded(.down), (maxX - slack).rounded(.up),
            (maxY - slack).rounded(.up))
    }

    /// Returns the extent of an image with this extent under `transform`. Coordinates that are almost whole are
    /// rounded; if one overflows, the extent is infinite.
    func mapped(by transform: CGAffineTransform) -> CGRect {
        let box = applying(transform)
        if box.isNull || box.isInfinite { return box }
        func snap(_ value: CGFloat) -> CGFloat {
            abs(value - value.rounded()) < Self.rounding ? value.rounded() : value
        }
        let (left, bottom, right, top) = (snap(box.minX), snap(box.minY), snap(box.maxX), snap(box.maxY))
        guard left.isFinite, bottom.isFinite, right.isFinite, top.isFinite else { return .infinite }
        return CGRect.between(left, bottom, right, top)
    }

    private static func between(_ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat, _ top: CGFloat) -> CGRect {
        guard right > left, top > bottom else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

extension CGAffineTransform {
    /// Whether there is an inverse with finite entries.
    package var isInvertible: Bool {
        guard determinant != 0, determinant.isFinite else { return false }
        let inverse = inverted()
        return [inverse.a, inverse.b, inverse.c, inverse.d, inverse.tx, inverse.ty, a, b, c, d, tx, ty].allSatisfy(
            \.isFinite)
    }

    /// The translation in whole pixels, if the transform does nothing else; otherwise nil.
    ///
    /// A fraction below 2⁻¹⁶ pixel is ignored, because it would change no pixel visibly.
    package var wholePixelTranslation: (x: Int, y: Int)? {
        guard a == 1, b == 0, c == 0, d == 1, abs(tx) < 1e12, abs(ty) < 1e12 else { return nil }
        let tolerance: CGFloat = 1.0 / 65536
        guard abs(tx - tx.rounded()) < tolerance, abs(ty - ty.rounded()) < tolerance else { return nil }
        return (Int(tx.rounded()), Int(ty.rounded()))
    }
}
