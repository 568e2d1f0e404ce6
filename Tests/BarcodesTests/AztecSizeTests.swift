import BarcodeReading
import Testing

@testable import Barcodes

@Suite("Aztec codes: the smallest size that fits")
struct AztecSizeTests {
    /// ISO/IEC 24778 has one code of 5 bits for each of these pairs, in its mode for punctuation.
    @Test("Pairs with a code of their own fill a symbol", arguments: ["\r\n", ". ", ", ", ": "])
    func pairs(pair: String) throws {
        // Two codes of 5 bits switch to the mode: 102 pairs are 520 bits, or 65 codewords of 8 bits. A compact symbol of
        // four layers has 76, and so 11 check codewords; 5 % and three more are 7.
        let message = [UInt8](String(repeating: pair, count: 102).utf8)
        let grid = try AztecEncoder.grid(message: message, correctionPercent: 5, style: .compact)
        #expect(grid.width == 27)
        #expect(try AztecReading(grid).message() == message)
    }
}
