import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// Colours in the middle of a range become the replacement, and colours outside it stay. In between they mix, from
    /// nearer to the middle with less contrast.
    static let spotColor = colorOracle(
        "CISpotColor", .properties,
        settings: [
            [:],
            [
                "inputCenterColor1": CIColor(red: 1, green: 0.5, blue: 0), "inputCloseness1": 0.6,
                "inputContrast1": 0.3,
                "inputReplacementColor1": CIColor(red: 0, green: 0.2, blue: 1, alpha: 0.75),
            ],
            ["inputCloseness1": 0, "inputCloseness2": -1, "inputCloseness3": 1.2, "inputContrast3": 0],
        ]
    ) { color, setting in
        let defaults: [(String, [Double], [Double], Double, Double)] = [
            ("1", [0.0784, 0.0627, 0.0706], [0.4392, 0.1922, 0.1961], 0.22, 0.98),
            ("2", [0.5255, 0.3059, 0.3451], [0.9137, 0.5608, 0.5059], 0.15, 0.98),
            ("3", [0.9216, 0.4549, 0.3333], [0.9098, 0.7529, 0.6078], 0.5, 0.99),
        ]
        let seen = [color.red, color.green, color.blue].map(SRGBFormula.encoded)
        var result = color
        for (number, middle, replacement, closeness, contrast) in defaults {
            func components(_ key: String, _ fallback: [Double]) -> (color: [Double], alpha: Double) {
                guard let given = setting["input\(key)\(number)"] as? CIColor else { return (fallback, 1) }
                return ([given.red, given.green, given.blue].map { Double($0) }, Double(given.alpha))
            }
            let size =
                setting["inputCloseness" + number].map { _ in setting.number("inputCloseness" + number) } ?? closeness
            let hard =
                setting["inputContrast" + number].map { _ in setting.number("inputContrast" + number) } ?? contrast
            let place = components("CenterColor", middle).color
            let away = zip(seen, place).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
            let t = size > 0 ? min(max((away - size * hard) / (size - size * hard), 0), 1) : 1
            let new = components("ReplacementColor", replacement)
            let mixed = PlainColor(
                SRGBFormula.decoded(new.color[0]), SRGBFormula.decoded(new.color[1]), SRGBFormula.decoded(new.color[2]),
                color.alpha)
            result = result.mixed(with: mixed, (1 - t * t * (3 - 2 * t)) * new.alpha)
        }
        return result
    }
}
