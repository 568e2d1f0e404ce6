import CoreImageEssentials

/// The output keys of filters that draw barcodes.
enum BarcodeOutput {
    /// The key of the symbol as a `CGImage`.
    static let bitmapKey = "outputCGImage"
    /// The keys of all outputs.
    static let keys = [kCIOutputImageKey, bitmapKey]
}
