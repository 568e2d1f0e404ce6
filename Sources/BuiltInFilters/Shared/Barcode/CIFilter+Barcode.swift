import Barcodes
import CoreImageEssentials
import Foundation

/// Shared members of filters that draw barcodes: the symbol as a bitmap, and errors that name the input at fault.
extension CIFilter {
    /// The symbol as a bitmap; nil when it cannot be drawn.
    var barcodeBitmap: CGImage? {
        guard inputError == nil, let outputImage, !outputImage.extent.isInfinite else { return nil }
        return CIContext().createCGImage(outputImage, from: outputImage.extent)
    }

    /// Returns the symbol, or an image whose rendering throws the reason why it cannot be drawn.
    func barcode(_ make: () throws -> CIImage) -> CIImage {
        do { return try make() } catch let refusal as BarcodeRefusal {
            return .failed(CIFilterError.badValue(filter: name, key: key(of: refusal.subject), reason: refusal.reason))
        } catch {
            return .failed(error)
        }
    }

    /// Returns the error correction level for a letter.
    func barcodeLevel(named name: String) throws(BarcodeRefusal) -> QRCodeLevel {
        guard let level = QRCodeLevel(rawValue: name.uppercased()) else {
            throw BarcodeRefusal(.correctionLevel, "there is no level \(name); use L, M, Q or H")
        }
        return level
    }

    /// Returns an optional number rounded to an integer. Throws for a number that isn't finite.
    func wholeNumber(_ value: Float?, _ subject: BarcodeRefusal.Subject) throws(BarcodeRefusal) -> Int? {
        guard let value else { return nil }
        guard value.isFinite else { throw BarcodeRefusal(subject, "\(value) isn't a finite number") }
        return Int(max(-1e9, min(value.rounded(), 1e9)))
    }

    private func key(of subject: BarcodeRefusal.Subject) -> String {
        switch subject {
        case .message: "inputMessage"
        case .correctionLevel: "inputCorrectionLevel"
        case .layers: "inputLayers"
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
