import BarcodeReading
import Testing

@testable import Barcodes

@Suite("Aztec codes: the smallest size that fits")
struct AztecSizeTests {
    /// ISO/IEC 24778 has one code of 5 bits for each of these pairs, in its mode for punctuation.
    @Test("Pairs with a code of their own fill a symbol", arguments: ["\r\n", ". ", ", ", ": "])
    func pairs(pair: String) throws {
        // Two codes of 5 bits switch to the mode: 70 pairs are 360 bits, or 45 codewords of 8 bits. A compact symbol of
        // three layers has 51, of which 5 % and three more are 6. 40 pairs are 210 bits, or 35 codewords of 6 bits. A
        // compact symbol of two layers has 40, of which 5 % and three more are 5.
        for (count, size) in [(70, 23), (40, 19)] {
            let message = [UInt8](String(repeating: pair, count: count).utf8)
            let grid = try AztecEncoder.grid(message: message, correctionPercent: 5, style: .compact)
            #expect(grid.width == size)
            #expect(try AztecReading(grid).message() == message)
        }
    }

    /// The mode message of a compact symbol counts up to 64 data codewords with 6 bits.
    @Test("More codewords than a compact symbol's mode message can count need a full symbol")
    func countable() throws {
        // 100 pairs are 510 bits, or 64 codewords of 8 bits; 102 are 65, of the 76 in four layers.
        let (fitting, long) = (
            [UInt8](String(repeating: ". ", count: 100).utf8), [UInt8](String(repeating: ". ", count: 102).utf8)
        )
        #expect(try AztecEncoder.grid(message: fitting, correctionPercent: 5, style: .compact).width == 27)
        #expect(throws: BarcodeRefusal.self) {
            try AztecEncoder.grid(message: long, correctionPercent: 5, style: .compact)
        }
        let full = try AztecEncoder.grid(message: long, correctionPercent: 5)
        #expect(full.width > 27)
        #expect(try AztecReading(full).message() == long)
    }
}
