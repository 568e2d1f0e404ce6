import Foundation

extension FilterOracle {
    /// Lines along both axes, the darker of which counts.
    static let hatchedScreen = screen("CIHatchedScreen") { x, y, _ in pow(max(wave(x), wave(y)), 2) }
}
