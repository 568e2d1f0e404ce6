extension FilterOracle {
    /// Each row's sum, divided and rounded once.
    static let rowAverage = areaReduction("CIRowAverage", isColumn: true, pictures: []) { area, _ in
        (0..<area.height).map { area.sum(row: $0) / Double(area.width) }
    }
}
