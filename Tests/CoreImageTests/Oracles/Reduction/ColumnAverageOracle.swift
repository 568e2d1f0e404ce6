extension FilterOracle {
    /// Each column's sum, divided and rounded once.
    static let columnAverage = areaReduction("CIColumnAverage", pictures: []) { area, _ in
        (0..<area.width).map { area.sum(column: $0) / Double(area.height) }
    }
}
