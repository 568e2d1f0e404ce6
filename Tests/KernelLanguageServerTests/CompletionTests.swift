import KernelLanguage
import Testing

@testable import KernelLanguageServer

@Suite("Completion") struct CompletionTests {
    private func labels(_ marked: String) -> [String] {
        let text = MarkedText(marked)
        return text.document.completions(at: text.offset).map(\.label)
    }

    @Test(
        "members of values",
        arguments: [
            ("kernel vec4 f(__sample s) { return s.¦", "xyzw rgba stpq", true),
            ("kernel vec4 f(vec2 p) { return p.¦; }", "xy", true),
            ("kernel vec4 f(vec2 p) { return p.¦; }", "z", false),
            ("kernel vec4 f(vec2 p) { return p.¦; }", "b", false),
            ("kernel vec4 f(__color c) { return c.rgb.¦; }", "rgb", true),
            ("kernel vec4 f(__color c) { return c.rgb.¦; }", "a", false),
            ("kernel vec4 f() { return destCoord().¦; }", "y", true),
            ("kernel vec4 f() { return destCoord().¦; }", "z", false),
            ("kernel vec4 f(mat3 m) { return m[0].¦; }", "z", true),
            ("kernel vec4 f(mat3 m) { return m[0].¦; }", "w", false),
            ("kernel vec4 f(mat3 m) { return m.¦; }", "x", false),
            ("kernel vec4 f() { float a[3]; return a.¦; }", "length()", true),
            ("kernel vec4 f() { vec2 a[3]; return a[1].¦; }", "y", true),
            ("kernel vec4 f() { vec2 a[3]; return a[1].¦; }", "length()", false),
            ("vec3 g(float x);\nkernel vec4 f() { return g(1.0).¦; }", "b", true),
            ("kernel vec4 f(sampler s) { return s.¦; }", "x", false),
            ("kernel vec4 f(vec4 a) { return (a * 2.0).¦; }", "rgb", true),
            ("kernel vec4 f(vec4 a) { return vec2(a).¦; }", "z", false),
            ("kernel vec4 f(float a) { return a.¦; }", "x", false),
            ("kernel vec4 f(vec4 a) { a.r¦ = 1.0; }", "rgb", true),
        ])
    func members(marked: String, names: String, areOffered: Bool) {
        let found = labels(marked)
        for name in names.split(separator: " ") {
            // The four letters of a set are single names, except where the text names a run.
            #expect(found.contains(String(name)) == areOffered || name.count == 4, "\(name) in \(marked)")
        }
    }

    @Test("all components of a vec2")
    func componentList() {
        #expect(
            labels("kernel vec4 f(vec2 p) { return p.¦; }") == ["g", "r", "rg", "s", "st", "t", "x", "xy", "y"])
    }

    private static let scopes = """
        #define LIMIT 3
        const float SCALE = 2.0;
        float helper(float inner) { float own = inner; return own; }
        kernel vec4 main_(__sample image, float amount) {
            float before = 1.0;
            { float hidden = 2.0; }
            for (int i = 0; i < 3; i++) { float nested = 1.0; 1¦; }
            float after = 1.0;
            return image;
        }
        """

    @Test(
        "names in scope",
        arguments: [
            ("LIMIT", true), ("SCALE", true), ("helper", true), ("image", true), ("amount", true), ("before", true),
            ("i", true), ("nested", true), ("hidden", false), ("after", false), ("inner", false), ("own", false),
            ("mix", true), ("samplerCoord", true), ("vec3", true), ("if", true), ("return", true), ("__sample", false),
            ("__toLinear", false),
        ])
    func scope(name: String, isOffered: Bool) {
        let marked = Self.scopes.replacing("1¦;", with: "¦")
        #expect(labels(marked).contains(name) == isOffered)
    }

    @Test("a variable isn't offered in its own initial value, and an inner one wins")
    func shadowing() {
        #expect(!labels("kernel vec4 f() { float x = ¦").contains("x"))
        let text = MarkedText("const float x = 1.0;\nkernel vec4 f(vec3 x) { return ¦; }")
        let item = text.document.completions(at: text.offset).first { $0.label == "x" }
        #expect(item?.detail == "vec3 x")
        #expect(item?.kind == .parameter)
    }

    @Test("the list of parameters of a kernel offers its types, and that of a function its directions")
    func parameters() {
        let kernel = labels("kernel vec4 f(__sample s, ¦) { return s; }")
        #expect(["__color", "__table", "sampler", "__number", "vec2"].allSatisfy(kernel.contains))
        #expect(!kernel.contains("inout"))
        #expect(!kernel.contains("mix"))
        let function = labels("float f(¦) { return 1.0; }")
        #expect(["inout", "out", "in", "sampler", "vec2", "const"].allSatisfy(function.contains))
        #expect(!function.contains("__color"))
    }

    @Test("an open list of parameters")
    func openParameters() {
        #expect(labels("kernel vec4 f(__sample s, __c¦").contains("__color"))
        #expect(labels("kernel vec4 f(¦").contains("__sample"))
    }

    @Test(
        "places with a fixed set of words",
        arguments: [
            ("kernel ¦", ["vec2", "vec4"]), ("kernel vec4 f(__table ¦", ["sampler"]),
            ("kernel vec4 f(__sample ¦", []), ("kernel vec4 f() { vec2 ¦", []), ("kernel vec4 f() { // a ¦", []),
            ("/* ¦ */", []), ("kernel vec4 f() { return 1.¦", []), ("kernel vec4 f() { return 12¦", []),
            ("kernel vec4 f() { return 0x1¦", []), ("#ifdef ¦\n#define A\n#endif", ["defined"]),
            ("#define A\n#ifdef ¦", ["A", "defined"]), ("#define ¦", []), ("#if 0\nkern¦\n#endif", []),
        ] as [(String, [String])])
    func fixed(marked: String, expected: [String]) {
        #expect(labels(marked) == expected)
    }

    @Test("directives, and what stands outside of functions")
    func topLevel() {
        #expect(labels("#¦").contains("define"))
        #expect(labels("#inc¦").contains("ifdef"))
        let found = labels("kernel vec4 a() { return vec4(1.0); }\n¦")
        #expect(["kernel", "const", "uniform", "float"].allSatisfy(found.contains))
        #expect(!found.contains("mix"))
        #expect(labels("const float A = ¦").contains("sqrt"))
    }

    @Test("texts with errors")
    func broken() {
        let open = "kernel vec4 f(__sample image) {\n  float first = 1.0\n  vec3 second = image.rgb;\n  return sec¦"
        #expect(labels(open).contains("second"))
        #expect(labels(open).contains("first"))
        let missing =
            "kernel vec4 a(__sample s) {\n  if (s.a > 0.0) {\n  return s;\n}\nkernel vec4 b(__sample t) {\n  return ¦"
        #expect(labels(missing).contains("t"))
        #expect(!labels(missing).contains("s"))
        #expect(labels("kernel vec4 f(__sample a) {\n  vec3 v = a.rgb\n  v.¦").contains("rgb"))
        #expect(!labels("kernel vec4 f(__sample a) {\n  vec3 v = a.rgb\n  v.¦").contains("a"))
        let call = "kernel vec4 f(float width) {\n  float x = mix(width, ¦\n  float y = 2.0;\n  return vec4(x);\n}"
        #expect(labels(call).contains("width"))
    }

    @Test("a built-in function has its signature and description")
    func details() {
        let text = MarkedText("kernel vec4 f() { return ¦")
        let item = text.document.completions(at: text.offset).first { $0.label == "clamp" }
        #expect(item?.kind == .function)
        #expect(item?.detail == "genF clamp(genF x, genF low, genF high) (+ 3 more)")
        #expect(item?.documentation.contains("at least `low`") == true)
    }
}
