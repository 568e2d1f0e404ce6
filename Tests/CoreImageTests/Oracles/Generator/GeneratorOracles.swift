extension FilterOracle {
    /// One a line, sorted.
    static let generator: [FilterOracle] = [
        attributedTextImageGenerator,
        aztecCodeGenerator,
        barcodeGenerator,
        code128BarcodeGenerator,
        pdf417BarcodeGenerator,
        qrCodeGenerator,
        roundedQRCodeGenerator,
        textImageGenerator,
    ]
}
