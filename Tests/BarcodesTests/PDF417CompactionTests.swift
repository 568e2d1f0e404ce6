import Testing

@testable import Barcodes

@Suite("Barcodes: PDF417 compaction")
struct PDF417CompactionTests {
    private func words(_ text: String, _ compaction: PDF417Compaction = .automatic, always: Bool = false) throws
        -> [Int]
    {
        try compaction.codewords(of: Array(text.utf8), alwaysSpecified: always)
    }

    @Test("The standard's examples")
    func examples() throws {
        // Section 5.4.1.5: "PDF417" as text; annexes: "000213298174000" as digits, and six bytes in five codewords.
        #expect(try words("PDF417") == [453, 178, 121, 239])
        #expect(try words("000213298174000") == [902, 1, 624, 434, 632, 282, 200])
        #expect(
            try PDF417Compaction.byte.codewords(of: [231, 101, 11, 97, 205, 2], alwaysSpecified: false)
                == [924, 387, 700, 208, 213, 302])
        #expect(try words("alcool", .byte) == [924, 163, 238, 432, 766, 244])
    }

    @Test("A published render's codewords")
    func published() throws {
        #expect(try words("Hello worlds", .text, always: true) == [900, 237, 131, 344, 802, 437, 333, 569])
        #expect(try words("Hello worlds", .text) == [237, 131, 344, 802, 437, 333, 569])
    }

    @Test("Each part of a message uses the shortest compaction mode")
    func parts() throws {
        #expect(try words("\u{1}", always: true) == [901, 1])
        // Twelve digits stay text, thirteen don't.
        #expect(try words("123456789012").first != 902)
        #expect(try words("1234567890123").first == 902)
        #expect(try words("abcdef1234567890123ghijk").filter { $0 >= 900 } == [902, 900])
    }
}
