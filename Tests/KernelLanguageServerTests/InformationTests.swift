import KernelLanguage
import Testing

@testable import KernelLanguageServer

@Suite("Hover and signatures") struct InformationTests {
    private static let source = """
        // Squares a number.
        // It is used once.
        float square(float x) { return x * x; }
        #define TWICE(a) ((a) * 2.0)
        const vec3 WEIGHTS = vec3(0.2, 0.7, 0.1);
        kernel vec4 tint(__sample image, __color colour, float amounts) {
            float sizes[2] = float[](1.0, 2.0);
            float light = dot(image.rgb, WEIGHTS);
            return mix(image, TWICE(colour) * square(light) + sizes[0], amounts);
        }
        """

    /// Returns the text about the word that follows `before` in the source.
    private func hover(_ before: String, in source: String = Self.source) -> String? {
        let document = KernelDocument(source)
        guard let range = source.range(of: before) else { return nil }
        return document.hover(at: source[..<range.upperBound].utf8.count)?.plainText
    }

    @Test(
        "words and what is shown",
        arguments: [
            ("* sq", "float square(float x)\nSquares a number.\nIt is used once."),
            ("float sq", "float square(float x)\nSquares a number.\nIt is used once."),
            ("image.rgb, W", "const vec3 WEIGHTS\nA global constant."),
            ("mix(im", "__sample image\nA parameter of tint."),
            ("(TWICE(col", nil),
            ("mix(image, T", "#define TWICE(a) ((a) * 2.0)"),
            ("square(li", "float light\nA variable of tint."),
            ("+ si", "float sizes[2]\nA variable of tint."),
            (
                "= d",
                "float dot(float a, float b)\nfloat dot(vec2 a, vec2 b)\nfloat dot(vec3 a, vec3 b)\n"
                    + "float dot(vec4 a, vec4 b)\nThe inner product of two vectors."
            ),
            ("dot(image.r", "vec3 .rgb"),
            ("__col", "__color\nA colour in the working space, premultiplied: a vec4."),
            ("    ret", "return\nLeaves the function, with its value."),
            ("#def", "#define\nDefines a macro."),
            ("// Squ", nil), ("(0", nil),
            ("kernel vec4 ti", "kernel vec4 tint(__sample image, __color colour, float amounts)"),
        ] as [(String, String?)])
    func words(before: String, expected: String?) {
        #expect(hover(before) == expected)
    }

    @Test("hovering over broken text")
    func broken() {
        #expect(
            hover("+ wi", in: "kernel vec4 f(float width) { return 1.0 + width * ; }")
                == "float width\nA parameter of f.")
        #expect(hover("s; ", in: "kernel vec4 f(__sample s) { s; nothing }") == nil)
    }

    @Test("markdown has a block of code")
    func markdown() {
        let text = MarkedText("kernel vec4 f(__sample s) { return s¦; }")
        #expect(
            text.document.hover(at: text.offset)?.markdown
                == "```cikernel\n__sample s\n```\n\nA parameter of `f`.")
    }

    @Test(
        "the parameter at the place",
        arguments: [
            ("kernel vec4 f(vec4 a) { return mix(¦", "genF mix(genF x, genF y, genF a)", 0),
            ("kernel vec4 f(vec4 a) { return mix(a, ¦)", "genF mix(genF x, genF y, genF a)", 1),
            ("kernel vec4 f(vec4 a) { return mix(a, min(a, 1.0), ¦)", "genF mix(genF x, genF y, genF a)", 2),
            ("kernel vec4 f(vec4 a) { return mix(a, min(a, ¦", "genF min(genF x, genF y)", 1),
            ("kernel vec4 f(vec4 a) { return atan(a, ¦", "genF atan(genF y, genF x)", 1),
            ("kernel vec4 f(vec4 a) { return mix((a + ¦", "genF mix(genF x, genF y, genF a)", 0),
            (
                "float own(float first, vec2 second) { return 1.0; }\nkernel vec4 f() { return own(1.0, ¦",
                "float own(float first, vec2 second)", 1
            ),
            ("#define M(a, b) a\nkernel vec4 f() { return M(1.0, ¦", "M(a, b)", 1),
        ])
    func signatures(marked: String, label: String, parameter: Int) throws {
        let text = MarkedText(marked)
        let help = try #require(text.document.signatureHelp(at: text.offset))
        #expect(help.signatures[help.activeSignature].label == label)
        #expect(help.activeParameter == parameter)
    }

    @Test(
        "no signature outside of calls",
        arguments: [
            "kernel vec4 f() { return ¦1.0; }", "kernel vec4 f() { mix(1.0, 2.0); ¦", "kernel vec4 f(¦) { }", "¦",
            "kernel vec4 f() { if (¦", "kernel vec4 f() { // mix(¦",
        ])
    func noSignature(marked: String) {
        let text = MarkedText(marked)
        #expect(text.document.signatureHelp(at: text.offset) == nil)
    }
}
