extension FilterOracle {
    /// The documented sum over 5 × 5 pixels of red, green and blue; alpha is the pixel's own.
    static let convolutionRGB5X5 = convolution("CIConvolutionRGB5X5", columns: 5, rows: 5, keepsAlpha: true)
}
