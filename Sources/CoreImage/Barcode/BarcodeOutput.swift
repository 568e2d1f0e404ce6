/// Outputs of filters that draw barcodes.
enum BarcodeOutput {
    /// Key of the picture as a `CGImage`.
    static let bitmapKey = "outputCGImage"
    /// Keys of all outputs.
    static let keys = [kCIOutputImageKey, bitmapKey]
}
