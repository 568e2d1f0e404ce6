import Foundation

extension HostileCase {
    /// Kernels whose text is huge or malformed, or that don't terminate.
    static let kernels: [HostileCase] = compiled + rendered

    private static let compiled: [HostileCase] = [
        text("2 MB of blanks", String(repeating: " ", count: 2 << 20)),
        text(
            "brackets nested 200 000 deep",
            "kernel vec4 k(__sample s) { return " + String(repeating: "(", count: 200_000)),
        text("braces nested 200 000 deep", "kernel vec4 k(__sample s) " + String(repeating: "{", count: 200_000)),
        text(
            "200 000 minus signs",
            "kernel vec4 k(__sample s) { return s *" + String(repeating: "- ", count: 200_000) + "1.0; }"),
        text(
            "200 000 conditions",
            "kernel vec4 k(__sample s) { return " + String(repeating: "s.r > 0.0 ? s : ", count: 60_000) + "s; }"),
        text("a macro that doubles 40 times", doublingMacros),
        text(
            "a macro of itself",
            "#define a a a\n#define b(x) b(b(x)) a\nkernel vec4 k(__sample s) { return b(b(b(a))); }"),
        text(
            "an unended comment", "kernel vec4 k(__sample s) { return s; } /* " + String(repeating: "*", count: 500_000)
        ),
        text("an unended directive", "#define a \\\n" + String(repeating: "\\\n", count: 100_000)),
        text("no UTF-8", Data([0x6B, 0xFF, 0xC0, 0x80, 0xF5])),
        text("nothing but zeros", Data(count: 100_000)),
        text("terminal escapes in names", "kernel vec4 \u{1B}[2Jk\u{202E}(__sample s) { return s; }"),
        text(
            "a function that calls itself",
            "float f(float x) { return f(x); } kernel vec4 k(__sample s) { return vec4(f(s.r)); }"),
        text(
            "functions that call each other",
            "float g(float x); float f(float x) { return g(x); } float g(float x) { return f(x); } kernel vec4 k(__sample s) { return vec4(f(s.r)); }"
        ),
        text("inlining that doubles 60 times", doublingFunctions),
        text(
            "an array of 2 147 483 647 floats", "kernel vec4 k(__sample s) { float a[2147483647]; return vec4(a[0]); }"),
        text("an array of -1 floats", "kernel vec4 k(__sample s) { float a[-1]; return vec4(a[0]); }"),
        text(
            "an array whose size overflows",
            "const int n = 65536 * 65536 * 4; kernel vec4 k(__sample s) { vec4 a[n]; return a[0]; }"),
        text(
            "a constant division by zero",
            "const int n = 1 / 0; const int m = (-2147483647 - 1) / -1; kernel vec4 k(__sample s) { float a[n + m]; return vec4(a[0]); }"
        ),
        text(
            "1000 parameters",
            "kernel vec4 k(" + (0..<1000).map { "float a\($0)" }.joined(separator: ",") + ") { return vec4(a0); }"),
        text(
            "1000 wrong kernels",
            (0..<1000).map { "kernel vec4 k\($0)(__sample s) { return t; }" }.joined(separator: "\n")),
        text(
            "a name of 1 MB", "kernel vec4 k(__sample s) { return " + String(repeating: "x", count: 1_000_000) + "; }"),
        HostileCase(
            "2000 kernels", .kernel, expected: .acceptanceOrRefusal(["evil.cikernel"]),
            prepare: check(
                Data((0..<2000).map { "kernel vec4 k\($0)(__sample s) { return s; }" }.joined(separator: "\n").utf8))),
    ]

    private static let rendered: [HostileCase] = [
        endless("a loop that never ends", "kernel vec4 k(__sample s) { while (true) { s.r += 1.0; } return s; }"),
        endless(
            "a loop that never ends for one pixel",
            "kernel vec4 k(sampler t) { vec2 d = destCoord(); float x = 0.0; while (d.x > 3.0 || x < 9.0) { x += 1.0; } return vec4(x); }"
        ),
        endless(
            "loops of loops of loops",
            "kernel vec4 k(__sample s) { for (int i = 0; i < 2000000000; ++i) for (int j = 0; j < 2000000000; ++j) for (int l = 0; l < 2000000000; ++l) s.r += 1.0; return s; }"
        ),
        harmless(
            "an index far outside an array",
            "kernel vec4 k(__sample s) { float a[4]; int i = int(s.r * 1.0e9); a[i] = 1.0; a[-i] = 2.0; return vec4(a[i + 2147483647]); }"
        ),
        harmless(
            "numbers that are none",
            "kernel vec4 k(__sample s) { float z = s.r - s.r; float n = z / z; return vec4(n, 1.0 / z, -1.0 / z, float(int(n)) + sqrt(-1.0 - s.r)); }"
        ),
        harmless(
            "integers at their ends",
            "kernel vec4 k(__sample s) { int m = -2147483647 - int(s.a); int z = int(s.a) - 1; return vec4(m / -1, m % -1, m / z, m << 40); }"
        ),
    ]

    private static func text(_ name: String, _ text: String) -> HostileCase { self.text(name, Data(text.utf8)) }

    private static func text(_ name: String, _ data: Data) -> HostileCase {
        HostileCase(name, .kernel, expected: .refusal(["evil.cikernel"]), prepare: check(data))
    }

    private static func check(_ data: Data) -> @Sendable (URL) throws -> [HostileInvocation] {
        { folder in
            try data.write(to: folder.appendingPathComponent("evil.cikernel"))
            return [HostileInvocation(["kernel", "check", "evil.cikernel"])]
        }
    }

    private static func endless(_ name: String, _ kernel: String) -> HostileCase {
        // The limit is a number of steps, which take long if the interpreter isn't optimised.
        HostileCase(
            name, .kernel, timeLimit: .seconds(60), expected: .refusal(["Kernel.cikernel", "loop"]),
            prepare: render(kernel))
    }

    private static func harmless(_ name: String, _ kernel: String) -> HostileCase {
        HostileCase(name, .kernel, expected: .acceptance([]), prepare: render(kernel))
    }

    /// Renders the kernel as a unit's filter, in the sandbox.
    private static func render(_ kernel: String) -> @Sendable (URL) throws -> [HostileInvocation] {
        { folder in
            try HostileUnit(folder: folder.appendingPathComponent("units"), name: "Hostile").write(
                kernel: kernel, filter: "Evil")
            return [
                HostileInvocation([
                    "apply", "--size", "16x16", "-o", "out.png", "--units", "units", "--no-executable-units", "--",
                    "ConstantColorGenerator", "color=0.5,0.25,1", ",", "Evil",
                ])
            ]
        }
    }

    private static var doublingMacros: String {
        let macros = (1...40).map { "#define m\($0) m\($0 - 1) + m\($0 - 1)\n" }.joined()
        return "#define m0 s\n\(macros)kernel vec4 k(__sample s) { return m40; }"
    }

    private static var doublingFunctions: String {
        let functions = (1...60).map { "vec4 f\($0)(vec4 x) { return f\($0 - 1)(f\($0 - 1)(x)); }\n" }.joined()
        return "vec4 f0(vec4 x) { return x.bgra; }\n\(functions)kernel vec4 k(__sample s) { return f60(s); }"
    }
}
