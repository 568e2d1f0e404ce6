extension FilterOracle {
    /// One a line, sorted.
    static let colorEffect: [FilterOracle] = [
        colorCrossPolynomial,
        colorMonochrome,
        colorPosterize,
        falseColor,
        vignette,
        vignetteEffect,
    ]
}
