extension FilterOracle {
    /// The documented sum over nine pixels of a row of red, green and blue; alpha is the pixel's own.
    static let convolutionRGB9Horizontal = convolution(
        "CIConvolutionRGB9Horizontal", columns: 9, rows: 1, keepsAlpha: true)
}
