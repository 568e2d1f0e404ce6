import Foundation
import Pixels

extension BinaryFloatingPoint {
    /// Returns the number if it is finite, otherwise `fallback`. For filter inputs, which may have any value.
    package func finite(or fallback: Self) -> Self { isFinite ? self : fallback }

    /// Returns the number of the range that is nearest to this one; `fallback` for a number that isn't finite.
    package func clamped(to range: ClosedRange<Self>, default fallback: Self) -> Self {
        min(max(finite(or: fallback), range.lowerBound), range.upperBound)
    }
}

extension CGPoint {
    /// The point with coordinates that aren't finite replaced by 0.
    package var finite: CGPoint { CGPoint(x: x.finite(or: 0), y: y.finite(or: 0)) }
}

extension CGAffineTransform {
    /// Whether pixels are representable after the transform: the entries of the matrix and of its inverse are below
    /// 2³⁰, and the translations below 2⁴⁰, above which coordinates have no useful precision.
    package var keepsPicture: Bool {
        guard determinant.isNormal else { return false }
        return [self, inverted()].allSatisfy { map in
            [map.a, map.b, map.c, map.d].allSatisfy { abs($0) < 0x1p30 } && abs(map.tx) < 0x1p40 && abs(map.ty) < 0x1p40
        }
    }
}
