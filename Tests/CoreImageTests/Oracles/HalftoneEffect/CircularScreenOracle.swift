import Foundation

extension FilterOracle {
    /// Rings around the centre.
    static let circularScreen = screen("CICircularScreen", isTurned: false) { x, y, _ in wave(hypot(x, y)) }
}
