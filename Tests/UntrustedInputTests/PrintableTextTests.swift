import Testing
import UntrustedInput

@Suite("Foreign text in messages") struct PrintableTextTests {
    @Test("what moves the cursor, hides or reorders text is replaced, letter by letter")
    func hostile() {
        #expect(printable("a\u{1B}[31m\r\n\u{7F}\u{9B}b") == "a\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b")
        #expect(
            printable("x\u{202E}y\u{2066}\u{200B}\u{2028}\u{E000}z") == "x\u{FFFD}y\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}z")
    }

    @Test("letters of any language stay, with their accents")
    func harmless() {
        for text in ["", "Größe", "e\u{301}", "画像", "صورة", "🌄", "a b"] { #expect(printable(text) == text) }
    }

    @Test("text beyond the limit is cut, and says so")
    func limit() {
        #expect(printable("abcdef", limit: 6) == "abcdef")
        #expect(printable("abcdef", limit: 5) == "abcde…")
        #expect(printable(String(repeating: "x", count: 500)) == String(repeating: "x", count: 200) + "…")
        #expect(printable(String(repeating: "x", count: 500), limit: .max).count == 500)
    }
}
