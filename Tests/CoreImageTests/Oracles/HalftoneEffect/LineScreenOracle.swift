import Foundation

extension FilterOracle {
    /// Upright lines at an angle of 0.
    static let lineScreen = screen("CILineScreen") { x, _, _ in wave(x) }
}
