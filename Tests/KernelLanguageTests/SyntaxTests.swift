import Testing

@testable import KernelLanguage

@Suite struct SyntaxTests {
    private func tokens(_ text: String) -> [Token] {
        var sink = DiagnosticSink(limit: 20)
        let tokens = Lexer.tokens(of: KernelSource(text: text), limits: .standard, sink: &sink)
        #expect(!sink.hasErrors)
        return tokens
    }

    @Test func numbers() {
        let found = tokens("1 1. .5 1.0f 1e3 1.5e-3F 0x1F 017 2u 1. x").dropLast()
        #expect(found.map(\.text) == ["1", "1.", ".5", "1.0", "1e3", "1.5e-3", "0x1F", "017", "2", "1.", "x"])
        let kinds: [Token.Kind] = [
            .integer, .float, .float, .float, .float, .float, .integer, .integer, .integer, .float, .identifier,
        ]
        #expect(found.map(\.kind) == kinds)
    }

    @Test func operatorsAreReadLongestFirst() {
        #expect(
            tokens("a<<=b>>=c++ - --d&&e||f^^g!=h").dropLast().map(\.text)
                == ["a", "<<=", "b", ">>=", "c", "++", "-", "--", "d", "&&", "e", "||", "f", "^^", "g", "!=", "h"])
    }

    @Test func commentsAndLineEndsSeparate() {
        let found = tokens("a/**/b// c\nd \\\n e\r\nf/* x\n y */g")
        #expect(found.map(\.text) == ["a", "b", "d", "e", "f", "g", ""])
        #expect(found.map(\.startsLine) == [true, false, true, false, true, false, true])
    }

    @Test func spansCountBytes() {
        let found = tokens("/* ü */ abc")
        #expect(found[0].span == SourceSpan(start: 9, end: 12))
    }

    @Test func tokenDump() throws {
        let text = try KernelCompiler.tokens(KernelSource(text: "#define X 2\nkernel vec4 k() { return vec4(X); }"))
        #expect(text.hasPrefix("2:1 identifier kernel\n2:8 identifier vec4\n2:13 identifier k\n2:14 punctuator (\n"))
        #expect(text.contains("2:31 integer 2\n"))
    }

    @Test func treeDump() throws {
        let text = """
            float twice(in float x) { return x * 2.0; }
            kernel vec4 k(__sample s) {
                for (int i = 0; i < 3; i++) if (i == 1) s.r += twice(s.g); else continue;
                return s;
            }
            """
        #expect(
            try KernelCompiler.tree(KernelSource(text: text)) == """
                function twice: float
                  parameter x: float
                  block
                    return
                      binary *
                        name x
                        float 2.0
                kernel k: vec4
                  parameter s: __sample
                  block
                    for
                      variable i: int
                        int 0
                      binary <
                        name i
                        int 3
                      postfix ++
                        name i
                      if
                        binary ==
                          name i
                          int 1
                        assign +=
                          member r
                            name s
                          call twice
                            member g
                              name s
                      else
                        continue
                    return
                      name s

                """)
    }

    @Test func dumpsOfBrokenTextAreDiagnostics() {
        let source = KernelSource(text: "kernel vec4 k( { }")
        for dump in [{ try KernelCompiler.tree(source) }, { try KernelCompiler.programs(source) }] {
            let error = #expect(throws: KernelCompilationError.self) { _ = try dump() }
            #expect(error?.description.contains("error: expected a type") == true)
        }
    }
}
