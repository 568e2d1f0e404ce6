extension FilterOracle {
    /// The smallest number of each component, and the largest.
    static let areaMinMax = areaReduction("CIAreaMinMax") { area, _ in
        [area.each { Double(area.values($0).min() ?? 0) }, area.each { Double(area.values($0).max() ?? 0) }]
    }
}
