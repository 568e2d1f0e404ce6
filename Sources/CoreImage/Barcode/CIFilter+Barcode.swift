import Barcodes
import Foundation

/// Outputs of filters that draw barcodes.
enum BarcodeOutput {
    /// Key of the picture as a `CGImage`.
    static let bitmapKey = "outputCGImage"
    /// Keys of all outputs.
    static let keys = [kCIOutputImageKey, bitmapKey]
}

/// What filters that draw barcodes share: they give their picture as a bitmap too, and say which input is to blame when there is none.
extension CIFilter {
    /// The picture as a bitmap; nil when there is none.
    var barcodeBitmap: CGImage? {
        guard inputError == nil, let outputImage, !outputImage.extent.isInfinite else { return nil }
        return CIContext().createCGImage(outputImage, from: outputImage.extent)
    }

    /// The picture, or an image whose rendering throws why there is none.
    func barcode(_ make: () throws -> CIImage) -> CIImage {
        do { return try make() } catch let refusal as BarcodeRefusal {
            return .failed(CIFilterError.badValue(filter: name, key: key(of: refusal.subject), reason: refusal.reason))
        } catch {
            return .failed(error)
        }
    }

    /// The error level that a letter names.
    func barcodeLevel(named name: String) throws(BarcodeRefusal) -> QRCodeLevel {
        guard let level = QRCodeLevel(rawValue: name.uppercased()) else {
            throw BarcodeRefusal(.correctionLevel, "there is no level \(name); use L, M, Q or H")
        }
        return level
    }

    /// A number that may be left out, rounded; a number that isn't finite is refused.
    func wholeNumber(_ value: Float?, _ subject: BarcodeRefusal.Subject) throws(BarcodeRefusal) -> Int? {
        guard let value else { return nil }
        guard value.isFinite else { throw BarcodeRefusal(subject, "\(value) is not a number of anything") }
        return Int(max(-1e9, min(value.rounded(), 1e9)))
    }

    private func key(of subject: BarcodeRefusal.Subject) -> String {
        switch subject {
        case .message: "inputMessage"
        case .correctionLevel: "inputCorrectionLevel"
        case .layers: "inputLayers"
        case .compactStyle: "inputCompactStyle"
        case .compactionMode: "inputCompactionMode"
        case .dataColumns: "inputDataColumns"
        case .rows: "inputRows"
        case .minWidth: "inputMinWidth"
        case .maxWidth: "inputMaxWidth"
        case .minHeight: "inputMinHeight"
        case .maxHeight: "inputMaxHeight"
        case .descriptor: "inputBarcodeDescriptor"
        }
    }
}
