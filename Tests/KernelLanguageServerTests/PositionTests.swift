import KernelLanguage
import Testing

@testable import KernelLanguageServer

/// Tests positions with columns counted by hand. `é` has 2 bytes and 1 unit of UTF-16, `𝒳` 4 bytes and 2 units, `…` 3
/// bytes and 1 unit.
@Suite("Positions") struct PositionTests {
    static let text = DocumentText("aé𝒳b\n…x\r\ny\rz")

    @Test(
        "columns of UTF-8 and UTF-16",
        arguments: [
            // offset, line, column in UTF-8, column in UTF-16
            (0, 0, 0, 0), (1, 0, 1, 1), (3, 0, 3, 2), (7, 0, 7, 4), (8, 0, 8, 5), (9, 1, 0, 0), (12, 1, 3, 1),
            (13, 1, 4, 2), (15, 2, 0, 0), (16, 2, 1, 1), (17, 3, 0, 0), (18, 3, 1, 1),
        ])
    func columns(offset: Int, line: Int, utf8: Int, utf16: Int) {
        #expect(Self.text.position(of: offset, .utf8) == TextPosition(line: line, character: utf8))
        #expect(Self.text.position(of: offset, .utf16) == TextPosition(line: line, character: utf16))
        #expect(Self.text.offset(of: TextPosition(line: line, character: utf8), .utf8) == offset)
        #expect(Self.text.offset(of: TextPosition(line: line, character: utf16), .utf16) == offset)
        var counter = ColumnCounter(Self.text, .utf16)
        _ = counter.position(of: 8)
        #expect(counter.position(of: offset) == TextPosition(line: line, character: utf16))
    }

    @Test("positions outside of the text and inside of characters")
    func outside() {
        func offset(_ line: Int, _ character: Int, _ encoding: PositionEncoding) -> Int {
            Self.text.offset(of: TextPosition(line: line, character: character), encoding)
        }
        #expect(offset(0, 99, .utf8) == 8)
        #expect(offset(0, 99, .utf16) == 8)
        #expect(offset(1, 99, .utf16) == 13)
        #expect(offset(99, 0, .utf8) == 18)
        #expect(offset(-1, 5, .utf8) == 0)
        #expect(offset(2, -1, .utf16) == 15)
        #expect(offset(0, Int.max, .utf8) == 8)
        #expect(offset(0, 2, .utf8) == 1, "in the middle of é")
        #expect(offset(0, 5, .utf8) == 3, "in the middle of 𝒳")
        #expect(offset(0, 3, .utf16) == 3, "between the units of 𝒳")
    }

    @Test("an empty text has one line")
    func empty() {
        #expect(DocumentText("").lineStarts == [0])
        #expect(DocumentText("").position(of: 5, .utf16) == TextPosition(line: 0, character: 0))
        #expect(DocumentText("\n").lineStarts == [0, 1])
        #expect(DocumentText("\r\n\r\r\n").lineStarts == [0, 2, 3, 5])
    }
}
