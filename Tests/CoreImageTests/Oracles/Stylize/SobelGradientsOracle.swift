extension FilterOracle {
    /// Sobel's operator.
    static let sobelGradients = gradient("CISobelGradients", .formula, weights: sobelWeights)
}
