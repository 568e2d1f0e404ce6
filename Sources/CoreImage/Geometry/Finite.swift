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
    /// Whether every entry is finite and no direction is squeezed to nothing.
    var mapsPlaneToPlane: Bool {
        [a, b, c, d, tx, ty].allSatisfy(\.isFinite) && determinant.isNormal
    }
}
