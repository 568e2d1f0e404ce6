import BarcodeReading
import CZint
import Testing

@testable import Barcodes

/// Compares symbols module by module with zint's: each of zint's is read, and drawn again from its data codewords.
@Suite("Barcodes: symbols drawn from codewords are zint's")
struct ZintComparisonTests {
    /// Bytes that look random, the same every time; up to 3000.
    private func bytes(_ count: Int) -> [UInt8] { Array(Self.noise[..<count]) }
    private static let noise = (0..<3000).map { (index: Int) -> UInt8 in
        UInt8((index * index * 31 + index * 7 + 129) % 256)
    }

    @Test("QR codes of every version, in turn of every level")
    func qrCode() throws {
        for version in 1...40 where version <= 10 || version % 6 == 4 {
            let level = QRCodeLevel.allCases[version % 4]
            let message = bytes(max(QRCodeBlocks(version: version, level: level).dataCount * 3 / 4 - 3, 1))
            let request = ZintSymbol.Request(
                symbology: BARCODE_QRCODE, option1: Int32(level.index + 1), option2: Int32(version))
            let grid = try ZintSymbol.grid(message: message, request)
            let reading = try QRCodeReading(grid)
            #expect(reading.version == version && reading.level == level)
            #expect(try reading.message() == message)
            #expect(
                try QRCodeSymbol.grid(
                    codewords: reading.codewords, version: version, mask: reading.mask, level: level) == grid,
                "version \(version)")
        }
    }

    @Test(
        "A QR code accepts exactly the byte count that its version and level can hold",
        arguments: QRCodeLevel.allCases)
    func qrCodeCapacity(level: QRCodeLevel) throws {
        for version in 1...40 {
            let request = ZintSymbol.Request(
                symbology: BARCODE_QRCODE, option1: Int32(level.index + 1), option2: Int32(version))
            let capacity = QRCodeBlocks(version: version, level: level).dataCount - (version < 10 ? 2 : 3)
            #expect(throws: Never.self) { try ZintSymbol.grid(message: bytes(capacity), request) }
            // Asked for a version that is too small, zint takes a larger one.
            let next = try? ZintSymbol.grid(message: bytes(capacity + 1), request)
            #expect(next.map { $0.width > 17 + 4 * version } ?? true, "version \(version)")
        }
    }

    @Test("Aztec codes, of all styles and codeword lengths, with up to five lines of reference grid on each side")
    func aztec() throws {
        for option in [1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 17, 26, 27, 36] {
            let layout = AztecLayout(isCompact: option <= 4, layerCount: option <= 4 ? option : option - 4)
            let message = bytes(max(layout.bitCount * 6 / 100 - 3, 1))
            let grid = try ZintSymbol.grid(
                message: message, ZintSymbol.Request(symbology: BARCODE_AZTEC, option2: Int32(option)))
            let reading = try AztecReading(grid)
            #expect(reading.layout.layerCount == layout.layerCount && reading.layout.isCompact == layout.isCompact)
            #expect(try reading.message() == message, "option \(option)")
            #expect(try AztecSymbol.grid(codewords: reading.codewords, layout: layout) == grid, "option \(option)")
        }
    }

    @Test("Data Matrix symbols of every size")
    func dataMatrix() throws {
        for (index, size) in DataMatrixSize.all.enumerated()
        where size.rows <= 52 || size.rows == 88 || size.rows == 144 {
            // Digits and other bytes in turn keep zint in the ASCII encodation.
            let message = (0..<max(size.dataCount * 2 / 5, 1)).map { (index: Int) -> UInt8 in
                index % 2 == 0 ? UInt8(49 + index / 2 % 9) : 200
            }
            let grid = try ZintSymbol.grid(
                message: message, ZintSymbol.Request(symbology: BARCODE_DATAMATRIX, option2: Int32(index + 1)))
            let reading = try DataMatrixReading(grid)
            #expect(reading.size == size)
            #expect(
                try DataMatrixSymbol.grid(codewords: reading.codewords, rows: size.rows, columns: size.columns) == grid,
                "\(size.rows) × \(size.columns)")
        }
    }

    @Test("PDF417 symbols of several sizes and levels")
    func pdf417() throws {
        for (columns, level, isCompact) in [(1, 0, false), (3, 2, true), (9, 4, false), (30, 8, false)] {
            let message = bytes(columns * 9)
            let grid = try ZintSymbol.grid(
                message: message,
                ZintSymbol.Request(
                    symbology: isCompact ? BARCODE_PDF417COMP : BARCODE_PDF417, option1: Int32(level),
                    option2: Int32(columns)))
            let reading = try PDF417Reading(grid)
            #expect(reading.level == level && reading.size.columns == columns && reading.size.isCompact == isCompact)
            #expect(try reading.message() == message)
            #expect(try PDF417Symbol.grid(codewords: reading.codewords, size: reading.size) == grid)
        }
    }
}
