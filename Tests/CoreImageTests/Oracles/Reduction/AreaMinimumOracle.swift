extension FilterOracle {
    /// The smallest number of each component.
    static let areaMinimum = areaReduction("CIAreaMinimum") { area, _ in
        [area.each { Double(area.values($0).min() ?? 0) }]
    }
}
