import Foundation
import Pixels

extension BinaryFloatingPoint {
    /// The number, or `fallback` where it is infinite or not a number: inputs of filters may be anything.
    func finite(or fallback: Self) -> Self { isFinite ? self : fallback }
}

extension CGPoint {
    /// The point with 0 for coordinates that are infinite or not numbers.
    var finite: CGPoint { CGPoint(x: x.finite(or: 0), y: y.finite(or: 0)) }
}

extension CGAffineTransform {
    /// Whether a picture is left under the map: entries of the map and of its inverse are numbers below 2³⁰, and translations below 2⁴⁰, beyond which
    /// coordinates have no meaning.
    var keepsPicture: Bool {
        guard determinant.isNormal else { return false }
        return [self, inverted()].allSatisfy { map in
            [map.a, map.b, map.c, map.d].allSatisfy { abs($0) < 0x1p30 } && abs(map.tx) < 0x1p40 && abs(map.ty) < 0x1p40
        }
    }
}
