extension FilterOracle {
    /// The documented sum over 3 × 3 pixels of all components.
    static let convolution3X3 = convolution("CIConvolution3X3", columns: 3, rows: 3, keepsAlpha: false)
}
