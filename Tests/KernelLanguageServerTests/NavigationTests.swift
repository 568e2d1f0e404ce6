import KernelLanguage
import Testing

@testable import KernelLanguageServer

@Suite("Navigation") struct NavigationTests {
    private static let source = """
        #define SOFT 1
        float size = 1.0;
        float scaled(float size) { return size * 2.0; }
        float scaled(vec2 size);
        kernel vec4 first(__sample s) {
            float x = size;
            for (int x = 0; x < 3; x++) { s *= scaled(float(x)); }
            { vec2 size = vec2(x); s.xy += size; }
        #if SOFT
            size = x;
        #endif
            return s;
        }
        float scaled(vec2 size) { return size.x; }
        """

    /// Returns the places of spans.
    private func places(_ spans: [SourceSpan], _ text: MarkedText) -> [String] {
        spans.map { text.document.place($0) }
    }

    /// Puts a mark behind a part of the source.
    private func mark(behind part: String) -> MarkedText {
        let range = Self.source.range(of: part)!
        return MarkedText(
            String(Self.source[..<range.upperBound]) + "¦" + String(Self.source[range.upperBound...]))
    }

    @Test(
        "declarations and uses",
        arguments: [
            ("float si", ["2:7 size"], ["2:7 size", "6:15 size", "10:5 size"]),
            ("float x = si", ["2:7 size"], ["2:7 size", "6:15 size", "10:5 size"]),
            ("scaled(float si", ["3:20 size"], ["3:20 size", "3:35 size"]),
            ("float x", ["6:11 x"], ["6:11 x", "8:24 x", "10:12 x"]),
            ("(int x", ["7:14 x"], ["7:14 x", "7:21 x", "7:28 x", "7:53 x"]),
            ("s.xy += si", ["8:12 size"], ["8:12 size", "8:36 size"]),
            (
                "s *= sca", ["3:7 scaled", "4:7 scaled", "14:7 scaled"],
                ["3:7 scaled", "4:7 scaled", "7:40 scaled", "14:7 scaled"]
            ),
            ("#if SO", ["1:9 SOFT"], ["1:9 SOFT", "9:5 SOFT"]),
            ("#endif\n    return s", ["5:28 s"], ["5:28 s", "7:35 s", "8:28 s", "12:12 s"]),
        ] as [(String, [String], [String])])
    func uses(part: String, declarations: [String], references: [String]) {
        let text = mark(behind: part)
        #expect(places(text.document.definitions(at: text.offset), text) == declarations)
        #expect(
            places(text.document.references(at: text.offset, includingDeclarations: true), text) == references)
        let without = text.document.references(at: text.offset, includingDeclarations: false)
        #expect(places(without, text) == references.filter { !declarations.contains($0) })
    }

    @Test("writes are marked")
    func highlights() {
        let text = MarkedText(
            "kernel vec4 f(__sample s) { vec4 a; a.rgb = s.rgb; a *= 2.0; a++; --a; return a¦ == s ? a : s; }")
        let found = text.document.highlights(at: text.offset)
        #expect(found.map(\.isWrite) == [true, true, true, true, true, false, false])
    }

    @Test("a name in its own initial value is the outer one")
    func initialValue() {
        let text = MarkedText("kernel vec4 f(vec2 p) {\n vec2 q = p;\n {\n vec2 q = ¦q;\n }\n return vec4(q, q);\n}")
        #expect(text.lines(text.document.definitions(at: text.offset)) == [2])
        let hidden = MarkedText("kernel vec4 f() { vec2 destCoord = ¦destCoord(); return vec4(destCoord, 0.0, 1.0); }")
        #expect(hidden.document.definitions(at: hidden.offset).isEmpty, "the built-in function")
    }

    @Test("built-in functions have uses but no declaration")
    func builtIn() {
        let text = MarkedText("kernel vec4 f(vec4 a) { return ¦min(a, min(a, 1.0)) + max(a, a); }")
        #expect(text.document.definitions(at: text.offset).isEmpty)
        #expect(text.document.references(at: text.offset, includingDeclarations: true).count == 2)
    }

    @Test("a function of the same name hides a built-in one only for calls that it can take")
    func hidden() {
        let source =
            "float smoothstep(float x) { return x; }\nkernel vec4 f(float x) {\n"
            + " return vec4(smoothstep(x) + smoothstep(0.0, 1.0, x));\n}"
        let document = KernelDocument(source)
        let calls = document.names.occurrences.filter { $0.name == "smoothstep" }
        #expect(calls.map(\.meaning) == [.declared(0), .declared(0), .builtInFunction])
    }

    @Test("the outline")
    func symbols() {
        let symbols = KernelDocument(Self.source).symbols()
        #expect(symbols.map(\.name) == ["SOFT", "size", "scaled", "scaled", "first", "scaled"])
        #expect(symbols.map(\.kind) == [.macro, .variable, .function, .function, .kernel, .function])
        #expect(symbols[4].detail == "kernel vec4 first(__sample s)")
        let text = KernelDocument(Self.source).text
        #expect(text.position(of: symbols[4].span.start, .utf8) == TextPosition(line: 4, character: 0))
        #expect(text.position(of: symbols[4].span.end, .utf8) == TextPosition(line: 12, character: 1))
    }

    @Test("the outline of a text with a missing brace has both kernels")
    func brokenSymbols() {
        let source =
            "kernel vec4 a(__sample s) {\n if (s.a > 0.0) {\n return s;\n}\nfloat h(float x) { return x; }\n"
            + "kernel vec4 b(__sample s) { return s +; }\nconst float Z = ;"
        #expect(KernelDocument(source).symbols().map(\.name) == ["a", "h", "b", "Z"])
    }
}
