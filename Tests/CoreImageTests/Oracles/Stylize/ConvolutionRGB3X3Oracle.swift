extension FilterOracle {
    /// The documented sum over 3 × 3 pixels of red, green and blue; alpha is the pixel's own.
    static let convolutionRGB3X3 = convolution("CIConvolutionRGB3X3", columns: 3, rows: 3, keepsAlpha: true)
}
