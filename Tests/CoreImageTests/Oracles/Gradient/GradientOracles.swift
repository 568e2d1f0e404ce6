extension FilterOracle {
    /// One a line, sorted.
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
