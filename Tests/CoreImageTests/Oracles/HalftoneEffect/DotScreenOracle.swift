import Foundation

extension FilterOracle {
    /// The pattern and the gray were measured at a sharpness of 0.7. Other values of sharpness are this project's
    /// choice.
    static let dotScreen = screen("CIDotScreen", .formula) { x, y, sharpness in
        0.5 + 0.9932 * sharpness * (sin(2 * .pi * x) + sin(2 * .pi * y)) / 4
    }
}
