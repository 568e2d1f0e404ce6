extension FilterOracle {
    /// The largest number of each component.
    static let areaMaximum = areaReduction("CIAreaMaximum") { area, _ in
        [area.each { Double(area.values($0).max() ?? 0) }]
    }
}
