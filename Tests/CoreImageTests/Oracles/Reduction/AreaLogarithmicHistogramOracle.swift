import Foundation

extension FilterOracle {
    /// A histogram of all values in stops.
    static let areaLogarithmicHistogram = areaReduction(
        "CIAreaLogarithmicHistogram",
        settings: [
            [:], ["inputCount": 7, "inputScale": 3, "inputMinimumStop": -3.1, "inputMaximumStop": 0.4],
            ["inputCount": 100, "inputMinimumStop": -0.7, "inputMaximumStop": 5.3],
            // With an empty range, each value is below or above it.
            ["inputCount": 5, "inputMinimumStop": -1.01, "inputMaximumStop": -2],
        ]
    ) { area, setting in
        let least = setting["inputMinimumStop"] == nil ? -10 : setting.number("inputMinimumStop")
        let most = setting["inputMaximumStop"] == nil ? 4 : setting.number("inputMaximumStop")
        let bins = area.bins(setting["inputCount"] as? Int ?? 64) { pixel, component in
            if component == 3 { return pixel.w }
            let value = Double(pixel[component])
            guard value > 0 else { return -1 }
            if most <= least { return log2(value) > least ? 1 : -1 }
            return Float((log2(value) - least) / (most - least))
        }
        return bins.map { $0 * ((setting["inputScale"] == nil ? 1 : setting.number("inputScale")) / area.count) }
    }
}
