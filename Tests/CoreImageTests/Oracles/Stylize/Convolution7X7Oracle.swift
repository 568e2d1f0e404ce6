extension FilterOracle {
    /// The documented sum over 7 × 7 pixels of all components.
    static let convolution7X7 = convolution("CIConvolution7X7", columns: 7, rows: 7, keepsAlpha: false)
}
