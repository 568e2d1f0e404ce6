extension FilterOracle {
    /// The documented sum over nine pixels of a column of red, green and blue; alpha is the pixel's own.
    static let convolutionRGB9Vertical = convolution("CIConvolutionRGB9Vertical", columns: 1, rows: 9, keepsAlpha: true)
}
