import KernelLanguage
import Testing

@testable import KernelLanguageServer

/// Broken kernels with the place of the first error, counted by hand: the line, and the column in bytes and in units of
/// UTF-16, all from 1.
@Suite("Places of diagnostics") struct DiagnosticPlaceTests {
    @Test(
        "the first error is at the right place",
        arguments: [
            ("kernel vec4 f(__sample s) {\n  return s\n}", 2, 11, 11, "expected ';' after the returned"),
            ("kernel vec4 f(__sample s) {\n  return s *;\n}", 2, 13, 13, "expected an expression, found ';'"),
            ("kernel vec4 f(__sample s) {\n  return (s;\n}", 2, 12, 12, "expected ')' after the expression,"),
            (
                "kernel vec4 f(__sample s) {\n  float x = 1.0\n  return s * x;\n}",
                2, 16, 16, "expected ';' after the declaration"
            ),
            ("kernel vec4 f(__sample s) {\n  return s;\n", 1, 27, 27, "this '{' is never closed"),
            ("kernel vec4 f(__sample s) {\n  return s;\n}\n}", 4, 1, 1, "unmatched '}'"),
            ("kernel vec4 f(__sample s) {\n  else return s;\n  return s;\n}", 2, 3, 3, "this 'else' has no 'if'"),
            (
                "kernel vec4 f(__sample s) {\n  for (int i = 0; i < 3, i++) s *= 2.0;\n  return s;\n}",
                2, 29, 29, "expected ';' after the condition"
            ),
            ("kernel vec4 f(__sample s) {\n  switch (1) { }\n  return s;\n}", 2, 3, 3, "'switch' is not supported"),
            ("kernel vec4 f(__sample s) {\n  discard;\n  return s;\n}", 2, 3, 3, "'discard' is not supported"),
            ("kernel f(__sample s) { return s; }", 1, 8, 8, "'f' has no return type"),
            ("return vec4(1.0);", 1, 1, 1, "'return' is not supported here"),
            (
                "struct A { float x; };\nkernel vec4 f(__sample s) { return s; }",
                1, 1, 1, "'struct' is not supported here"
            ),
            ("kernel vec4 f(__sample s) { return s; /* open }", 1, 39, 39, "this comment never ends"),
            ("kernel vec4 f(__sample s) { return s * \"x\"; }", 1, 40, 40, "'\"' has no meaning in"),
            ("/* é𝒳 */ kernel vec4 f(__sample s) { return s * $; }", 1, 53, 50, "'$' has no meaning in"),
            ("kernel vec4 f(__sample s) {\n  float vec2 = 1.0;\n  return s;\n}", 2, 9, 9, "'vec2' is a word of"),
            (
                "kernel vec4 f(__sample s) {\n  float x = 1.0abc;\n  return s;\n}",
                2, 13, 13, "'abc' cannot follow a number"
            ),
            ("#include \"a.h\"\nkernel vec4 f(__sample s) { return s; }", 1, 1, 1, "#include is not supported"),
            ("#nothing\nkernel vec4 f(__sample s) { return s; }", 1, 1, 1, "#nothing is not a directive"),
            ("#if 1\nkernel vec4 f(__sample s) { return s; }", 1, 1, 1, "this condition has no #endif"),
            ("#endif\nkernel vec4 f(__sample s) { return s; }", 1, 1, 1, "#endif without #if"),
            ("#error no\nkernel vec4 f(__sample s) { return s; }", 1, 1, 1, "#error no"),
            ("#define A(x) x\nkernel vec4 f(__sample s) { return A(s, s); }", 2, 36, 36, "the macro 'A' takes 1"),
            ("kernel vec4 f(__sample s) {\n  return t;\n}", 2, 10, 10, "'t' is not declared"),
            ("/* é */ kernel vec4 f(__sample s) { return t; }", 1, 45, 44, "'t' is not declared"),
            (
                "kernel vec4 f(__sample s) {\n  return s * smoothstp(0.0, 1.0, s.r);\n}",
                2, 14, 14, "there is no function 'smoothstp'"
            ),
            ("kernel vec4 f(__sample s) {\n  return lerp(s, s, 0.5);\n}", 2, 10, 10, "'lerp' is not a function"),
            ("kernel vec4 f(half4 s) { return s; }", 1, 15, 15, "'half4' is not a type"),
            ("kernel vec4 f(__sample s) {\n  vec5 x = s;\n  return s;\n}", 2, 3, 3, "'vec5' is not a type"),
            (
                "kernel vec4 f(__sample s) {\n  float x = 1.0;\n  float x = 2.0;\n  return s * x;\n}",
                3, 9, 9, "'x' is declared twice in"
            ),
            ("float g(float x) { return x; }", 1, 7, 7, "no kernel in this source"),
            (
                "kernel vec4 f(__sample s) { return s; }\nkernel vec4 f(__sample s, float x) { return s; }",
                2, 13, 13, "two kernels are called 'f'"
            ),
            (
                "float g(float x) { return x; }\nfloat g(float y) { return y; }\n"
                    + "kernel vec4 f(__sample s) { return s; }",
                2, 7, 7, "'g' is defined twice with"
            ),
            ("kernel vec4 f(__sample s) {\n  return s.rgb;\n}", 2, 10, 10, "the value that 'f' returns"),
            ("kernel vec4 f(__sample s) {\n  return s.q9;\n}", 2, 12, 12, "'.q9' does not name components"),
            ("kernel vec4 f(__sample s) {\n  return s + s.rgb;\n}", 2, 12, 12, "'+' cannot join vec4 and"),
            (
                "kernel vec4 f(__sample s) {\n  int i = 1.5;\n  return s * i;\n}",
                2, 11, 11, "the initial value of 'i'"
            ),
            (
                "kernel vec4 f(__sample s) {\n  if (s.r) return s;\n  return s;\n}",
                2, 7, 7, "the condition is float, not"
            ),
            ("kernel vec4 f(__sample s) {\n  return mix(s, s);\n}", 2, 10, 10, "'mix' cannot take (vec4, vec4)"),
            (
                "kernel vec4 f(__sample s) {\n  return s * vec3(1.0, s, s);\n}",
                2, 27, 27, "vec3 has 3 components, and"
            ),
            (
                "kernel vec4 f(__sample s) {\n  const float k = 1.0;\n  k = 2.0;\n  return s * k;\n}",
                3, 3, 3, "'k' cannot be changed"
            ),
            ("kernel vec4 f(__sample s) {\n  float a[2];\n  return s * a[2];\n}", 3, 16, 16, "index 2 is outside of"),
            ("kernel vec4 f(__sample s) {\n  return samplerExtent(s);\n}", 2, 24, 24, "'s' is a __sample, the"),
            ("kernel vec3 f(__sample s) { return s.rgb; }", 1, 8, 8, "a kernel returns vec4 (a"),
            ("kernel vec4 f(float a[3]) { return vec4(a[0]); }", 1, 21, 21, "a kernel's parameter cannot be"),
            ("kernel vec4 f(out float a) { return vec4(1.0); }", 1, 25, 25, "a kernel's parameter cannot be"),
            ("kernel vec4 f(__sample s) {\n  break;\n  return s;\n}", 2, 3, 3, "'break' stands outside a loop"),
            ("kernel vec4 f(__sample s) { s *= 2.0; }", 1, 13, 13, "'f' returns nothing"),
            (
                "float g(float x) { return g(x); }\nkernel vec4 f(__sample s) { return s * g(1.0); }",
                1, 27, 27, "'g' calls itself, which a"
            ),
            ("uniform float A;\nkernel vec4 f(__sample s) { return s * A; }", 1, 15, 15, "the global 'A' has no"),
            ("kernel vec4 f(__sample s) {\n  return s * (1 / 3);\n}", 2, 14, 14, "1 / 3 divides whole"),
            (
                "kernel vec4 f(sampler s) {\n  return sample(s, samplerCoord(s) + vec2(10.0, 0.0));\n}",
                2, 20, 20, "this point is outside of"
            ),
            ("kernel vec2 f(__sample s) { return vec2(1.0); }", 1, 8, 8, "a kernel that returns vec2"),
        ] as [(String, Int, Int, Int, String)])
    func places(source: String, line: Int, utf8: Int, utf16: Int, message: String) throws {
        let document = KernelDocument(source)
        let first = try #require(document.diagnostics().first)
        let span = document.markedSpan(of: first)
        #expect(
            document.text.position(of: span.start, .utf8) == TextPosition(line: line - 1, character: utf8 - 1))
        #expect(
            document.text.position(of: span.start, .utf16) == TextPosition(line: line - 1, character: utf16 - 1))
        #expect(first.message.hasPrefix(message), "\(first.message)")
    }

    @Test("a kernel without errors has no diagnostics")
    func valid() {
        #expect(KernelDocument("kernel vec4 f(__sample s) { return s; }").diagnostics().isEmpty)
    }

    @Test("a text that is larger than allowed has one diagnostic, and no other feature")
    func large() {
        let document = KernelDocument(String(repeating: "float a; ", count: 200_000))
        #expect(document.diagnostics().count == 1)
        #expect(document.symbols().isEmpty)
        #expect(document.hover(at: 10) == nil)
        #expect(document.semanticTokens().isEmpty)
        #expect(throws: FormattingRefusal.self) { try document.formatted() }
    }
}
