extension FilterOracle {
    /// The documented sum over nine pixels of a column of all components.
    static let convolution9Vertical = convolution("CIConvolution9Vertical", columns: 1, rows: 9, keepsAlpha: false)
}
