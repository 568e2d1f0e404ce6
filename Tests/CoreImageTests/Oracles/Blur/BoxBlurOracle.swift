import Foundation

extension FilterOracle {
    /// The mean over a square of the largest odd side up to the radius.
    static let boxBlur = neighbourhoodOracle(
        "CIBoxBlur",
        settings: [3.0, 4.9, 5, 10, 40].map { ["inputRadius": $0] },
        grows: { setting in
            let reach = CGFloat(side(setting) / 2)
            return (reach, reach)
        }
    ) { picture, setting, x, y in
        let reach = side(setting) / 2
        return weightedSum(picture, x, y, columns: -reach...reach, rows: -reach...reach) { _, _ in
            1 / Double(side(setting) * side(setting))
        }
    }

    private static func side(_ setting: [String: Any]) -> Int {
        let radius = Int(setting.number("inputRadius"))
        return radius % 2 == 0 ? radius - 1 : radius
    }
}
