extension FilterOracle {
    /// A histogram of all values.
    static let areaHistogram = areaReduction(
        "CIAreaHistogram",
        settings: [[:], ["inputCount": 1, "inputScale": 3], ["inputCount": 300, "inputScale": 0.5]]
    ) { area, setting in
        area.bins(setting["inputCount"] as? Int ?? 64) { $0[$1] }
            .map { $0 * ((setting["inputScale"] == nil ? 1 : setting.number("inputScale")) / area.count) }
    }
}
