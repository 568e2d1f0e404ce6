import Foundation

extension FilterOracle {
    /// Lines along both axes, the darker of which counts.
    static let hatchedScreen = screen("CIHatchedScreen") { x, y in
        let darker = sin(2 * .pi * x) > sin(2 * .pi * y) ? x : y
        return pow(sin(2 * .pi * darker) / 2 + 0.5, 3) - 0.5
    }
}
