import Foundation

extension HostileCase {
    /// Kernels that are valid and terminate, but take far too long.
    static let costlyKernels: [HostileCase] = [
        late(
            "60,000 loop turns a pixel", size: "64x64",
            "kernel vec4 k(__sample s) { float x = s.r; for (int i = 0; i < 60000; ++i) x = x * 0.999 + 0.001; return vec4(x); }"
        ),
        late(
            "the full budget of loops on 12 megapixels", size: "4000x3000",
            "kernel vec4 k(__sample s) { float x = s.r; for (int i = 0; i < 130000; ++i) x = x * 0.999 + 0.001; return vec4(x); }"
        ),
        late(
            "the full budget, for each pixel another number of turns", size: "640x480",
            "kernel vec4 k(__sample s) { vec2 d = destCoord(); float x = s.r; for (int i = 0; float(i) < 100000.0 + d.x; ++i) x = x * 0.999 + 0.001; return vec4(x); }"
        ),
        late(
            "a window of 300 × 300 pixels", size: "640x480",
            "kernel vec4 k(__sample s) { vec4 x = s; for (int i = 0; i < 300; ++i) for (int j = 0; j < 300; ++j) x = max(x, s * 0.5); return x; }"
        ),
        late(
            "powers in a loop", size: "640x480",
            "kernel vec4 k(__sample s) { vec4 x = s; for (int i = 0; i < 5000; ++i) x = pow(abs(x) + 0.1, s + 1.5); return x; }"
        ),
        straight("100 KB of products and sums", "v = v * 1.0001 + 0.5;"),
        straight("100 KB of sines", "v = v * 1.0001 + sin(v);"),
        straight("100 KB of powers", "v = pow(abs(v), 1.0001);"),
        straight("100 KB of conditions", "if (v > 0.5) { v = v * s.g; } else { v += s.b; }"),
    ]

    private static func late(_ name: String, size: String, _ kernel: String) -> HostileCase {
        HostileCase(
            name, .kernel, timeLimit: .seconds(20), memoryLimit: 640 << 20,
            expected: .refusal(["deadline of 1", "--deadline"]), prepare: render(kernel, size: size))
    }

    /// Source text without loops, which isn't compiled to machine code at its first use.
    private static func straight(_ name: String, _ line: String) -> HostileCase {
        let lines = String(repeating: line + "\n", count: 100_000 / (line.utf8.count + 1))
        return HostileCase(
            name, .kernel, timeLimit: .seconds(20), expected: .acceptanceOrRefusal(["deadline of 1"]),
            prepare: render("kernel vec4 k(__sample s) { float v = s.r;\n\(lines)return vec4(v); }", size: "64x64"))
    }

    /// Renders the kernel as a unit's filter, with a deadline of one second.
    private static func render(_ kernel: String, size: String) -> @Sendable (URL) throws -> [HostileInvocation] {
        { folder in
            try HostileUnit(folder: folder.appendingPathComponent("units"), name: "Hostile").write(
                kernel: kernel, filter: "Costly")
            return [
                HostileInvocation([
                    "apply", "--size", size, "-o", "out.png", "--deadline", "1", "--units", "units",
                    "--no-executable-units", "--", "CheckerboardGenerator", "width=7", ",", "Costly",
                ])
            ]
        }
    }
}
