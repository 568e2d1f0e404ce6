import KernelLanguage
import TestSupport
import Testing

@testable import KernelLanguageServer

/// Compares incremental changes with the text that a string of scalars gives.
@Suite("Changes") struct ChangeTests {
    private static let pieces = [
        "", "a", "é", "𝒳", "\n", "\r\n", "kernel vec4 f(__sample s) {\n", "}", "/*", "*/", "// …\n",
        "float x = 1.0;\r\n",
        "#define A b\n", "((((", "\t",
    ]

    /// Counts lines and columns of UTF-16 one scalar at a time.
    private func position(_ index: Int, in text: [Unicode.Scalar]) -> TextPosition {
        var position = TextPosition(line: 0, character: 0)
        for (place, scalar) in text[..<index].enumerated() {
            let isReturn = scalar == "\r" && !(place + 1 < text.count && text[place + 1] == "\n")
            if scalar == "\n" || isReturn {
                position = TextPosition(line: position.line + 1, character: 0)
            } else {
                position.character += scalar.value > 0xFFFF ? 2 : 1
            }
        }
        return position
    }

    @Test("random changes give the same text as whole texts", arguments: 0..<20)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var scalars = Array("kernel vec4 f(__sample s) { return s; }\n".unicodeScalars)
        var document = OpenDocument(text: String(String.UnicodeScalarView(scalars)), version: 1)
        for step in 0..<60 {
            func place() -> Int {
                let index = Int.random(in: 0...scalars.count, using: &generator)
                // No position is between `\r` and `\n`.
                let isSplit =
                    index > 0 && index < scalars.count && scalars[index - 1] == "\r" && scalars[index] == "\n"
                return isSplit ? index - 1 : index
            }
            let (a, b) = (place(), place())
            let (start, end) = (min(a, b), min(max(a, b), min(a, b) + 12))
            let isSplit = end > 0 && end < scalars.count && scalars[end - 1] == "\r" && scalars[end] == "\n"
            let last = isSplit ? max(start, end - 1) : end
            let new = Self.pieces.randomElement(using: &generator) ?? ""
            let range = RequestParameters.Range(
                start: position(start, in: scalars), end: position(last, in: scalars))
            document.change([.init(range: range, text: new)], version: step, .utf16)
            scalars.replaceSubrange(start..<last, with: new.unicodeScalars)
            let whole = String(String.UnicodeScalarView(scalars))
            #expect(document.text.string == whole, "seed \(seed), step \(step)")
            #expect(document.text.lineStarts == DocumentText(whole).lineStarts, "seed \(seed), step \(step)")
        }
        let fresh = KernelDocument(String(String.UnicodeScalarView(scalars)))
        #expect(document.kernels().diagnostics() == fresh.diagnostics())
        #expect(document.kernels().names.occurrences == fresh.names.occurrences)
    }

    @Test("several changes apply one after the other, and exchanged ends are put in order")
    func several() {
        var document = OpenDocument(text: "one\ntwo\n", version: 1)
        func range(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> RequestParameters.Range {
            .init(start: TextPosition(line: a, character: b), end: TextPosition(line: c, character: d))
        }
        document.change(
            [.init(range: range(0, 0, 0, 3), text: "1\n1"), .init(range: range(2, 3, 2, 0), text: "2")], version: 7,
            .utf16)
        #expect(document.text.string == "1\n1\n2\n")
        #expect(document.version == 7)
        document.change([.init(range: nil, text: "new")], version: nil, .utf16)
        #expect(document.text.string == "new")
        #expect(document.version == 8)
    }
}
