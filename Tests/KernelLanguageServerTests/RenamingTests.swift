import KernelLanguage
import Testing

@testable import KernelLanguageServer

@Suite("Renaming") struct RenamingTests {
    private func rename(_ marked: String, to name: String) throws -> String {
        let text = MarkedText(marked)
        return text.document.applying(try text.document.rename(at: text.offset, to: name))
    }

    @Test(
        "new names",
        arguments: [
            // A parameter, but not a global of the same name, nor components.
            (
                "float a = 1.0;\nkernel vec4 f(vec4 ¦a) { return a.aaaa * a; }", "tint",
                "float a = 1.0;\nkernel vec4 f(vec4 tint) { return tint.aaaa * tint; }"
            ),
            // A kernel that is called.
            (
                "kernel vec4 ¦f(__sample s) { return s; }\nkernel vec4 g(__sample s) { return f(s); }", "keep",
                "kernel vec4 keep(__sample s) { return s; }\nkernel vec4 g(__sample s) { return keep(s); }"
            ),
            // Overloads together.
            (
                "float h(float x) { return x; }\nfloat h(vec2 x) { return x.x; }\n"
                    + "kernel vec4 f() { return vec4(¦h(1.0) + h(vec2(1.0))); }", "sum",
                "float sum(float x) { return x; }\nfloat sum(vec2 x) { return x.x; }\n"
                    + "kernel vec4 f() { return vec4(sum(1.0) + sum(vec2(1.0))); }"
            ),
            // A macro with its uses in directives.
            (
                "#define ¦A 1\n#if A\n#define B A\n#endif\nkernel vec4 f() { return vec4(A, B, defined, 1); }\n#undef A",
                "LIMIT",
                "#define LIMIT 1\n#if LIMIT\n#define B LIMIT\n#endif\n"
                    + "kernel vec4 f() { return vec4(LIMIT, B, defined, 1); }\n#undef LIMIT"
            ),
            // A parameter of a macro.
            (
                "#define SQ(¦x) ((x) * (x))\nkernel vec4 f(float x) { return vec4(SQ(x)); }", "value",
                "#define SQ(value) ((value) * (value))\nkernel vec4 f(float x) { return vec4(SQ(x)); }"
            ),
            // A global in the text of a macro.
            (
                "const float ¦PI = 3.0;\n#define TAU (2.0 * PI)\nkernel vec4 f() { return vec4(TAU * PI); }",
                "half_turn",
                "const float half_turn = 3.0;\n#define TAU (2.0 * half_turn)\n"
                    + "kernel vec4 f() { return vec4(TAU * half_turn); }"
            ),
            // A name that hides a global which isn't used there.
            (
                "const float g = 1.0;\nkernel vec4 f(float ¦a) { return vec4(a); }", "g",
                "const float g = 1.0;\nkernel vec4 f(float g) { return vec4(g); }"
            ),
            // A variable may have the name of a built-in function.
            (
                "kernel vec4 f(float ¦a) { return vec4(mix(a, 1.0, a)); }", "mix",
                "kernel vec4 f(float mix) { return vec4(mix(mix, 1.0, mix)); }"
            ),
            // A text with errors.
            (
                "kernel vec4 f(float ¦a) { float b = a +; return vec4(a; }", "width",
                "kernel vec4 f(float width) { float b = width +; return vec4(width; }"
            ),
            // A function that hides a built-in one for some calls.
            (
                "float ¦step(float x) { return x; }\nkernel vec4 f(float x) { return vec4(step(x) + step(0.5, x)); }",
                "own",
                "float own(float x) { return x; }\nkernel vec4 f(float x) { return vec4(own(x) + step(0.5, x)); }"
            ),
        ])
    func renamed(marked: String, name: String, expected: String) throws {
        #expect(try rename(marked, to: name) == expected)
    }

    @Test("the same name changes nothing")
    func same() throws {
        let text = MarkedText("kernel vec4 f(float ¦a) { return vec4(a); }")
        #expect(try text.document.rename(at: text.offset, to: "a").isEmpty)
    }

    @Test(
        "refusals",
        arguments: [
            ("kernel vec4 f(float a) { return vec4(¦mix(a, a, a)); }", "b", "'mix' is a built-in function"),
            ("¦kernel vec4 f() { return vec4(1.0); }", "b", "'kernel' is a word of the language"),
            ("kernel ¦vec4 f() { return vec4(1.0); }", "b", "'vec4' is a type of the language"),
            ("kernel vec4 f(__sample s) { return s.r¦gba; }", "b", "'rgba' names components"),
            ("#ifdef ¦OUTSIDE\n#endif\nkernel vec4 f() { return vec4(1.0); }", "b", "'OUTSIDE' isn't declared"),
            ("kernel vec4 f() { return vec4(un¦known); }", "b", "'unknown' isn't declared"),
            ("kernel vec4 f() { return vec4(1.0); } // ¦f", "b", "there is no name here"),
            ("kernel vec4 f(float ¦a) { return vec4(a); }", "1b", "isn't a name"),
            ("kernel vec4 f(float ¦a) { return vec4(a); }", "é", "isn't a name"),
            ("kernel vec4 f(float ¦a) { return vec4(a); }", "", "isn't a name"),
            ("kernel vec4 f(float ¦a) { return vec4(a); }", "vec4", "is a word of the language"),
            ("kernel vec4 f(float ¦a) { return vec4(a); }", "for", "is a word of the language"),
            ("kernel vec4 f(float ¦a) { return vec4(a); }", "__a", "are reserved"),
            // Two names in one block.
            ("kernel vec4 f(float ¦a, float b) { return vec4(a, b, a, b); }", "b", "mean something else"),
            ("kernel vec4 f() { float ¦a = 1.0; float b = 2.0; return vec4(a, b, a, b); }", "b", "mean something else"),
            // Another declaration would be found.
            ("const float g = 1.0;\nkernel vec4 f(float ¦a) { return vec4(a, g, a, g); }", "g", "mean something else"),
            ("kernel vec4 f(float ¦a) { { float b = 1.0; a += b; } return vec4(a); }", "b", "mean something else"),
            ("kernel vec4 f(float a) { { float ¦b = 1.0; a += b; } return vec4(a); }", "a", "mean something else"),
            (
                "float ¦h(float x) { return x; }\nkernel vec4 f() { return vec4(h(1.0) + sqrt(4.0)); }", "sqrt",
                "mean something else"
            ),
            (
                "float ¦h(float x) { return x; }\nfloat k(float x) { return x; }\nkernel vec4 f() { return vec4(h(k(1.0))); }",
                "k", "mean something else"
            ),
            // Macros.
            ("#define M 1.0\nkernel vec4 f(float ¦a) { return vec4(a + M); }", "M", "'M' is a macro"),
            (
                "#define M(x) (x + a)\nkernel vec4 f(float ¦a) { return vec4(M(1.0)); }", "b",
                "the text of the macro 'M'"
            ),
            (
                "#define M(x) (x + b)\nkernel vec4 f(float ¦a, float c) { return vec4(a); }", "b",
                "the text of the macro 'M'"
            ),
            // Text that a condition leaves out.
            ("kernel vec4 f(float ¦a) {\n#if 0\n a = 1.0;\n#endif\n return vec4(a); }", "b", "on line 3"),
        ])
    func refused(marked: String, name: String, reason: String) {
        let error = #expect(throws: RenameRefusal.self) { try rename(marked, to: name) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test("the name to change is returned first")
    func preparing() throws {
        let text = MarkedText("kernel vec4 f(float width) { return vec4(wid¦th); }")
        let found = try text.document.renamable(at: text.offset)
        #expect(found.name == "width")
        #expect(text.document.place(found.span) == "1:42 width")
    }

    @Test("every name of some kernels of the repository can be changed")
    func repository() throws {
        let some = RepositoryKernels.all.enumerated().filter { $0.offset % 6 == 0 }.map(\.element)
        #expect(try RepositoryRenaming.count(in: some) > 100)
    }
}
