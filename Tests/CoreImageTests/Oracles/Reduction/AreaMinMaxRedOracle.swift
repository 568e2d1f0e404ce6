extension FilterOracle {
    /// The smallest and the largest number in red.
    static let areaMinMaxRed = areaReduction("CIAreaMinMaxRed") { area, _ in
        [SIMD4(Double(area.values(0).min() ?? 0), Double(area.values(0).max() ?? 0), 0, 1)]
    }
}
