import Foundation

extension FilterOracle {
    /// The maximum over the pixels with dx² + dy² ≤ radius².
    static let morphologyMaximum = neighbourhoodOracle(
        "CIMorphologyMaximum", settings: [0, 0.9, 1, 2, 2.3, 5].map { ["inputRadius": $0] },
        grows: { setting in
            let reach = CGFloat(setting.number("inputRadius")).rounded(.down)
            return (reach, reach)
        }
    ) { picture, setting, x, y in
        let radius = setting.number("inputRadius")
        return extremum(picture, x, y, columns: 6, rows: 6, smallest: false) {
            Double($0 * $0 + $1 * $1) <= radius * radius
        }
    }
}
