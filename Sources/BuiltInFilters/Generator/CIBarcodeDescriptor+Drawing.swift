import Barcodes
import CoreImageEssentials
import Foundation

extension CIBarcodeDescriptor {
    /// Returns the picture of the symbol, with the border of its kind.
    ///
    /// - Throws: `BarcodeRefusal` when the payload doesn't fit, or when this kind of symbol cannot be drawn.
    func barcodePicture() throws -> BarcodePicture {
        switch self {
        case let code as CIQRCodeDescriptor: try BarcodePicture(code.modules(), border: BarcodePicture.qrCodeBorder)
        case let code as CIAztecCodeDescriptor: try BarcodePicture(code.modules(), border: BarcodePicture.aztecBorder)
        case let code as CIPDF417CodeDescriptor:
            try BarcodePicture(code.modules(), border: PDF417Sizing.border, rowHeight: PDF417Sizing.rowHeight)
        case let code as CIDataMatrixCodeDescriptor:
            try BarcodePicture(code.modules(), border: BarcodePicture.dataMatrixBorder)
        default:
            throw BarcodeRefusal(
                .descriptor,
                "a \(type(of: self)) is none of the kinds that can be drawn: QR, Aztec, PDF417 and Data Matrix codes")
        }
    }
}

extension CIQRCodeDescriptor {
    fileprivate func modules() throws(BarcodeRefusal) -> ModuleGrid {
        let level: QRCodeLevel =
            switch errorCorrectionLevel {
            case .levelL: .low
            case .levelM: .medium
            case .levelQ: .quartile
            case .levelH: .high
            }
        return try QRCodeSymbol.grid(
            codewords: Array(errorCorrectedPayload), version: symbolVersion, mask: Int(maskPattern), level: level)
    }
}

extension CIAztecCodeDescriptor {
    fileprivate func modules() throws(BarcodeRefusal) -> ModuleGrid {
        guard !isCompact || layerCount <= 4 else {
            throw BarcodeRefusal(.descriptor, "compact Aztec codes have 1 to 4 layers, not \(layerCount)")
        }
        let layout = AztecLayout(isCompact: isCompact, layerCount: layerCount)
        let bits = errorCorrectedPayload.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        guard bits.count >= dataCodewordCount * layout.wordSize else {
            throw BarcodeRefusal(
                .descriptor,
                "the payload has \(bits.count) bits; \(dataCodewordCount) codewords of \(layout.wordSize) bits are "
                    + "\(dataCodewordCount * layout.wordSize)")
        }
        let words = (0..<dataCodewordCount).map { index in
            bits[index * layout.wordSize..<(index + 1) * layout.wordSize].reduce(0) { $0 << 1 | Int($1) }
        }
        return try AztecSymbol.grid(codewords: words, layout: layout)
    }
}

extension CIPDF417CodeDescriptor {
    fileprivate func modules() throws(BarcodeRefusal) -> ModuleGrid {
        let size = PDF417Size(columns: columnCount, rows: rowCount, isCompact: isCompact)
        return try PDF417Symbol.grid(codewords: dataCodewords(), size: size)
    }

    /// Returns the data codewords. The first one states their number.
    private func dataCodewords() throws(BarcodeRefusal) -> [Int] {
        let bytes = Array(errorCorrectedPayload)
        for (high, low) in [(0, 1), (1, 0)] {
            let words = (0..<bytes.count / 2).map { Int(bytes[2 * $0 + high]) << 8 | Int(bytes[2 * $0 + low]) }
            if let count = words.first, count > 0, count <= words.count, words.allSatisfy({ $0 <= 928 }) {
                return Array(words.prefix(count))
            }
        }
        throw BarcodeRefusal(
            .descriptor,
            "the payload's \(bytes.count) bytes aren't codewords of 16 bits from 0 to 928, the first of which is the number of data codewords"
        )
    }
}

extension CIDataMatrixCodeDescriptor {
    fileprivate func modules() throws(BarcodeRefusal) -> ModuleGrid {
        guard eccVersion == .v200 else {
            throw BarcodeRefusal(
                .descriptor, "Data Matrix symbols of ECC \(eccVersion.rawValue) can't be drawn; make one of ECC 200")
        }
        return try DataMatrixSymbol.grid(codewords: Array(errorCorrectedPayload), rows: rowCount, columns: columnCount)
    }
}
