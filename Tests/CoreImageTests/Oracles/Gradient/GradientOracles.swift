extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let gradient: [FilterOracle] = [
        distanceGradientFromRedMask,
        gaussianGradient,
        hueSaturationValueGradient,
        linearGradient,
        radialGradient,
        signedDistanceGradientFromRedMask,
        smoothLinearGradient,
    ]
}
