extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let generator: [FilterOracle] = [
        attributedTextImageGenerator,
        aztecCodeGenerator,
        barcodeGenerator,
        blurredRectangleGenerator,
        blurredRoundedRectangleGenerator,
        checkerboardGenerator,
        code128BarcodeGenerator,
        constantColorGenerator,
        lenticularHaloGenerator,
        meshGenerator,
        pdf417BarcodeGenerator,
        qrCodeGenerator,
        randomGenerator,
        roundedQRCodeGenerator,
        roundedRectangleGenerator,
        roundedRectangleStrokeGenerator,
        starShineGenerator,
        stripesGenerator,
        sunbeamsGenerator,
        textImageGenerator,
    ]
}
