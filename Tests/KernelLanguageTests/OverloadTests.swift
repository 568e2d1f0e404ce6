import KernelLanguage
import Testing

@Suite struct OverloadTests {
    private static let functions = """
        float f(float x) { return 1.0; }
        float f(int x) { return 2.0; }
        float f(vec2 x) { return 3.0; }
        float f(ivec2 x) { return 4.0; }
        float f(float x, int y) { return 5.0; }
        float f(float x, float y) { return 6.0; }
        float f(float x[2]) { return 7.0; }
        float g(vec3 x) { return 8.0; }
        """

    @Test(arguments: [
        ("f(1.0)", 1), ("f(1)", 2), ("f(vec2(1.0))", 3), ("f(ivec2(1))", 4), ("f(1.0, 1)", 5), ("f(1, 1)", 5),
        ("f(1, 1.0)", 6),
        ("f(float[2](1.0, 2.0))", 7), ("g(ivec3(1))", 8),
    ])
    func bestMatch(_ call: String, _ expected: Float) throws {
        #expect(try evaluate("\(Self.functions) kernel vec4 k() { return vec4(\(call)); }")[0] == expected)
    }

    @Test func noMatch() {
        let message = errors("\(Self.functions) kernel vec4 k() { return vec4(f(true)); }")
        #expect(message.contains("'f' cannot take (bool)"))
        #expect(message.contains("it is f(float) or f(int) or f(vec2) or f(ivec2) …"))
    }

    @Test func ambiguous() {
        let text =
            "float f(float a, int b) { return 1.0; } float f(int a, float b) { return 2.0; } kernel vec4 k() { return vec4(f(1, 1)); }"
        #expect(errors(text).contains("fits several functions equally well"))
    }

    @Test func outArgumentsAreExact() {
        let text =
            "void f(out float x) { x = 1.0; } kernel vec4 k(float p) { int i; f(i); f(1.0); f(p); return vec4(p); }"
        let message = errors(text)
        #expect(message.contains("'f' writes a float here, not int"))
        #expect(message.contains("this cannot be assigned to"))
    }

    @Test func privateFunctionsOfTheLanguageStayPrivate() {
        #expect(
            errors("kernel vec4 k(sampler s) { return vec4(__width(s)); }").contains("there is no function '__width'"))
    }
}
