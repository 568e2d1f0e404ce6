import KernelLanguage
import TestSupport
import Testing

@testable import KernelLanguageServer

/// Texts that make editors wait or crash, if features aren't bounded. Only hangs are caught, by a generous limit.
@Suite("Hostile documents") struct HostileDocumentTests {
    /// Uses every feature at a place.
    private func useEverything(_ document: KernelDocument, at offset: Int) {
        _ = document.completions(at: offset)
        _ = document.hover(at: offset)
        _ = document.signatureHelp(at: offset)
        _ = document.definitions(at: offset)
        _ = document.references(at: offset, includingDeclarations: true)
        _ = try? document.renamable(at: offset)
        _ = try? document.rename(at: offset, to: "other")
    }

    private func useEverything(_ document: KernelDocument) {
        _ = document.diagnostics()
        _ = document.symbols()
        _ = document.semanticTokens()
        _ = try? document.formatted()
    }

    static let texts: [(name: String, text: String)] = [
        ("braces", String(repeating: "{", count: 50_000)),
        ("parentheses", "kernel vec4 f() { return " + String(repeating: "(", count: 50_000)),
        ("calls", "kernel vec4 f() { return " + String(repeating: "f(", count: 40_000)),
        ("open functions", String(repeating: "float f(", count: 30_000)),
        ("functions in functions", String(repeating: "float f() { ", count: 20_000)),
        ("arrays", "kernel vec4 f() { " + String(repeating: "vec2[", count: 40_000)),
        ("conditions", "kernel vec4 f() { " + String(repeating: "if (a) ", count: 20_000)),
        ("else", "kernel vec4 f() { " + String(repeating: "if (a) ; else ", count: 15_000)),
        ("loops", "kernel vec4 f() { " + String(repeating: "for (;;) do ", count: 10_000)),
        ("declarations", "kernel vec4 f() { float a" + String(repeating: ", a", count: 40_000)),
        ("variables", (0..<15_000).map { "float a\($0) = a;\n" }.joined()),
        ("dots", "kernel vec4 f(vec4 a) { return a" + String(repeating: ".x", count: 40_000)),
        ("subscripts", "kernel vec4 f(vec4 a) { return a" + String(repeating: "[0]", count: 30_000) + ".; }"),
        ("macros", (0..<20_000).map { "#define A\($0) A\($0 + 1)\n" }.joined() + "kernel vec4 f() { return A0; }"),
        ("conditions of directives", String(repeating: "#if 0\nx\n#endif\n", count: 15_000)),
        ("comments", String(repeating: "/* */ // a\n", count: 40_000)),
        ("open comment", "kernel /*" + String(repeating: "*", count: 500_000)),
        ("one long name", String(repeating: "a", count: 900_000)),
        ("strange characters", String(repeating: "$é𝒳\0", count: 50_000)),
        ("lines", String(repeating: "\r\n\r\n\n", count: 150_000)),
        ("spaces", String(repeating: " \u{A0}", count: 200_000)),
        ("kernels", String(repeating: "kernel vec4 f(", count: 20_000)),
    ]

    @Test("every feature ends", .timeLimit(.minutes(5)), arguments: texts.map(\.name))
    func hostile(name: String) throws {
        let text = try #require(Self.texts.first { $0.name == name }?.text)
        let document = KernelDocument(text)
        useEverything(document)
        for offset in [-5, 0, 1, text.utf8.count / 2, text.utf8.count - 1, text.utf8.count, text.utf8.count + 5] {
            useEverything(document, at: offset)
        }
    }

    @Test("random pieces of kernels, at every place", arguments: 0..<40)
    func random(seed: UInt64) {
        let pieces = [
            "kernel ", "vec4 ", "float ", "f", "a", "(", ")", "{", "}", "[", "]", ";", ",", ".", "=",
            "#define A(x) x\n",
            "#if 0\n", "#endif\n", "#undef A\n", "A", "if ", "else ", "for ", "do ", "while ", "return ", "1.0", "mix",
            "/*", "*/", "//", "\n", "\\\n", "é", "__sample ", "__table ", "const ", "++", "-", "rgb", "\"",
        ]
        var generator = SeededGenerator(seed: seed)
        var text = ""
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
            text += pieces.randomElement(using: &generator) ?? ""
            if Bool.random(using: &generator) { text += " " }
        }
        let document = KernelDocument(text)
        useEverything(document)
        for offset in 0...text.utf8.count { useEverything(document, at: offset) }
        // The words are in order and apart, and each has the text that it claims.
        var end = 0
        for word in document.names.occurrences {
            #expect(word.span.start >= end, "seed \(seed): \(text)")
            #expect(document.text.string(word.span) == word.name, "seed \(seed): \(text)")
            end = word.span.end
        }
        if let edits = try? document.formatted() {
            let result = document.applying(edits)
            #expect(KernelDocument(result).source.tokens.map(\.text) == document.source.tokens.map(\.text))
            #expect((try? KernelDocument(result).formatted().isEmpty) == true, "seed \(seed): \(text)")
        }
    }
}
