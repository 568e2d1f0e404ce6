import Testing

@testable import KernelLanguage

/// The text of one kernel of a source.
@Suite("Excerpts of sources")
struct KernelExcerptTests {
    @Test("other kernels, what only they call, prototypes and their comments go; variables stay")
    func parts() {
        let text = """
            const float scale = 2.0;
            float twice(float x);
            float unused(float x) { return x; }

            // Inverts.
            kernel vec4 invert(__sample s) { return vec4(1.0) - s; }
            float twice(float x) { return x * scale; }
            // Brightens.
            kernel vec4 brighten(__sample s) { return s * twice(1.0); }
            """
        #expect(
            KernelSource(text: text).excerpt(of: "brighten") == """
                const float scale = 2.0;
                float twice(float x);
                float twice(float x) { return x * scale; }
                // Brightens.
                kernel vec4 brighten(__sample s) { return s * twice(1.0); }
                """)
        let invert = KernelSource(text: text).excerpt(of: "invert")
        #expect(
            invert
                == "const float scale = 2.0;\n// Inverts.\nkernel vec4 invert(__sample s) { return vec4(1.0) - s; }\n")
    }

    @Test("a source whose kernels can't be separated has no excerpts")
    func inseparable() {
        let macros =
            "#define BOTH kernel vec4 a(__sample s) { return s; } kernel vec4 b(__sample s) { return s; }\nBOTH\n"
        #expect(KernelSource(text: macros).excerpt(of: "a") == nil)
        #expect(KernelSource(text: "kernel vec4 a(__sample s) { return s; }").excerpt(of: "c") == nil)
        #expect(KernelSource(text: "kernel vec4 a(").excerpt(of: "a") == nil)
    }
}
