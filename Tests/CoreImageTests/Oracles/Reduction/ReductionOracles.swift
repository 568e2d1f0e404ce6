extension FilterOracle {
    /// One a line, sorted.
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
