extension FilterOracle {
    /// The mean of red, and the largest.
    static let areaAverageMaximumRed = areaReduction("CIAreaAverageMaximumRed", pictures: []) { area, _ in
        [SIMD4(area.sum().x / area.count, Double(area.values(0).max() ?? 0), 0, 1)]
    }
}
