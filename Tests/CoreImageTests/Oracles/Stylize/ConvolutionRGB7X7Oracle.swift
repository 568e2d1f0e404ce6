extension FilterOracle {
    /// The documented sum over 7 × 7 pixels of red, green and blue; alpha is the pixel's own.
    static let convolutionRGB7X7 = convolution("CIConvolutionRGB7X7", columns: 7, rows: 7, keepsAlpha: true)
}
