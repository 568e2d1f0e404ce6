extension FilterOracle {
    /// The documented sum over 5 × 5 pixels of all components.
    static let convolution5X5 = convolution("CIConvolution5X5", columns: 5, rows: 5, keepsAlpha: false)
}
