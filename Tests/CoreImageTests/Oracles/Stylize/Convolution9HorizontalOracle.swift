extension FilterOracle {
    /// The documented sum over nine pixels of a row of all components.
    static let convolution9Horizontal = convolution("CIConvolution9Horizontal", columns: 9, rows: 1, keepsAlpha: false)
}
