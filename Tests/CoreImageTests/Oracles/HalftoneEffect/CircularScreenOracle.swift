import Foundation

extension FilterOracle {
    /// Rings around the centre.
    static let circularScreen = screen("CICircularScreen", isTurned: false) { x, y in sin(2 * .pi * hypot(x, y)) / 2 }
}
