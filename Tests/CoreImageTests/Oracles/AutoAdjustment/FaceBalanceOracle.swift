import CoreImage
import Foundation

extension FilterOracle {
    /// The project's own formula, as Apple publishes none. `FaceBalanceTests` checks its effect on faces.
    static let faceBalance = colorOracle(
        "CIFaceBalance", .properties,
        settings: [
            [:], ["inputOrigI": 0.8, "inputOrigQ": 0.1, "inputStrength": 1, "inputWarmth": 0.2],
            ["inputOrigI": 0.2, "inputOrigQ": -0.1, "inputStrength": 0.4], ["inputOrigI": -0.3, "inputWarmth": 1],
            ["inputOrigI": 1.9, "inputOrigQ": 0.7, "inputStrength": 0.9, "inputWarmth": 0],
        ]
    ) { color, setting in
        func given(_ key: String, _ fallback: Double) -> Double { setting[key] == nil ? fallback : setting.number(key) }
        /// Linear red, green and blue of luma 1 from I and Q: the inverse of NTSC's matrix.
        func components(_ i: Double, _ q: Double) -> [Double] {
            [1 + 0.956 * i + 0.62085 * q, 1 - 0.27204 * i - 0.6472 * q, 1 - 1.10674 * i + 1.7042 * q]
        }
        func skin(_ warmth: Double) -> (i: Double, q: Double) { (0.33 + 0.42 * warmth, 0.045 + 0.226 * 0.42 * warmth) }
        let (middle, wanted) = (skin(0.5), skin(given("inputWarmth", 0.5)))
        let face = components(given("inputOrigI", middle.i), given("inputOrigQ", middle.q)).map { max($0, 0.05) }
        let strength = given("inputStrength", 0.5)
        let gains = zip(components(wanted.i, wanted.q), face).map { pow($0 / $1, strength) }
        let gray = 0.2126 * gains[0] + 0.7152 * gains[1] + 0.0722 * gains[2]
        return PlainColor(
            color.red * gains[0] / gray, color.green * gains[1] / gray, color.blue * gains[2] / gray, color.alpha)
    }
}
