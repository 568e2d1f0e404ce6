extension FilterOracle {
    /// The minimum over the pixels with dx² + dy² ≤ radius².
    static let morphologyMinimum = neighbourhoodOracle(
        "CIMorphologyMinimum", settings: [0, 0.9, 1, 2, 2.3, 5].map { ["inputRadius": $0] }
    ) { picture, setting, x, y in
        let radius = setting.number("inputRadius")
        return extremum(picture, x, y, columns: 6, rows: 6, smallest: true) {
            Double($0 * $0 + $1 * $1) <= radius * radius
        }
    }
}
