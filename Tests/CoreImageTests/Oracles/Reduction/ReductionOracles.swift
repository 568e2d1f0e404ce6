extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let reduction: [FilterOracle] = [
        areaAlphaWeightedHistogram,
        areaAverage,
        areaAverageMaximumRed,
        areaBoundsRed,
        areaHistogram,
        areaLogarithmicHistogram,
        areaMaximum,
        areaMaximumAlpha,
        areaMinMax,
        areaMinMaxRed,
        areaMinimum,
        areaMinimumAlpha,
        columnAverage,
        histogramDisplayFilter,
        kMeans,
        rowAverage,
    ]
}
