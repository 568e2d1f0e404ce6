import Foundation
import KernelLanguage
import Testing

/// Tests of diagnostics as whole rendered texts.
@Suite struct DiagnosticTests {
    func expect(_ text: String, _ rendered: String, location: SourceLocation = #_sourceLocation) {
        #expect(errors(text, location: location) == rendered, sourceLocation: location)
    }

    @Test func misspeltName() {
        expect(
            "kernel vec4 f(__sample pixel)\n{\n    return pixle.rgba;\n}",
            """
            test.cikernel:3:12: error: 'pixle' is not declared
                  return pixle.rgba;
                         ^~~~~
              help: did you mean 'pixel'?
            """)
    }

    @Test func metal() throws {
        expect(
            """
            #include <CoreImage/CoreImage.h>
            extern "C" { namespace coreimage {
            float4 invert(sample_t s) { return float4(1.0 - s.rgb, s.a); }
            }}
            """,
            """
            test.cikernel:2:1: error: this is a Metal kernel, and Metal kernels can't be compiled yet
              extern "C" { namespace coreimage {
              ^~~~~~
              help: write it in the Core Image Kernel Language: kernel vec4 name(__sample s) { … }, with vec4 for float4, \
            __sample for coreimage::sample_t, sample(image, p) for image.sample(p)
            """)
        // Words of Metal in comments and variable names don't make a text a Metal source.
        #expect(try compile("// was coreimage::sample_t\nkernel vec4 f(__sample s) { return s; }").count == 1)
        #expect(try compile("kernel vec4 f(__sample s, float extern) { return s * extern; }").count == 1)
        #expect(try compile("kernel vec4 f(__sample s, float stitchable) { return s * stitchable; }").count == 1)
    }

    @Test func shader() throws {
        let text = "uniform sampler2D image;\nvarying vec2 p;\nvoid main() { gl_FragColor = texture2D(image, p); }"
        expect(
            text,
            """
            test.cikernel:1:9: error: this is a GLSL shader, and GLSL shaders can't be compiled
              uniform sampler2D image;
                      ^~~~~~~~~
              help: write it in the Core Image Kernel Language: kernel vec4 name(sampler image) { … }, which returns the \
            colour instead of setting gl_FragColor, with sampler for sampler2D, sample(image, samplerCoord(image)) for \
            texture2D(image, p), parameters for uniforms
            """)
        // A kernel with one word of GLSL isn't a shader.
        expect(
            "kernel vec4 f(sampler2D s) { return vec4(0.0); }",
            """
            test.cikernel:1:15: error: 'sampler2D' is not a type
              kernel vec4 f(sampler2D s) { return vec4(0.0); }
                            ^~~~~~~~~
              help: write sampler
            """)
    }

    @Test func misspeltFunction() {
        expect(
            "kernel vec4 f(__sample s) { return premultipy(s); }",
            """
            test.cikernel:1:36: error: there is no function 'premultipy'
              kernel vec4 f(__sample s) { return premultipy(s); }
                                                 ^~~~~~~~~~
              help: did you mean 'premultiply'?
            """)
    }

    @Test func missingKernelKeyword() {
        expect(
            "vec4 invert(__sample s) { return vec4(1.0 - s.rgb, s.a); }",
            """
            test.cikernel:1:6: error: no kernel in this source
              vec4 invert(__sample s) { return vec4(1.0 - s.rgb, s.a); }
                   ^~~~~~
              help: did you forget 'kernel' before 'vec4 invert(…)'?
            """)
    }

    @Test func wrongArguments() {
        expect(
            "kernel vec4 f(__sample s) { return mix(s, 1.0); }",
            """
            test.cikernel:1:36: error: 'mix' cannot take (vec4, float)
              kernel vec4 f(__sample s) { return mix(s, 1.0); }
                                                 ^~~
              help: it is mix(genF, genF, genF) or mix(vecF, vecF, float) or mix(genF, genF, genB) or mix(genI, genI, genB) …
            """)
    }

    @Test func wrongReturnType() {
        expect(
            "kernel vec4 f(__sample s) {\n\treturn s.rgb;\n}",
            """
            test.cikernel:2:9: error: the value that 'f' returns must be vec4, not vec3
               return s.rgb;
                      ^~~~~
              help: write vec4(rgb, 1.0), or another alpha
            """)
    }

    @Test func missingSemicolonPointsBehindTheStatement() {
        expect(
            "kernel vec4 f(__sample s) {\n  float x = 1.0\n  return s;\n}",
            """
            test.cikernel:2:16: error: expected ';' after the declaration of 'x'
                float x = 1.0
                             ^
            """)
    }

    @Test func severalErrorsInOneRun() {
        let message = errors(
            """
            kernel vec4 f(__sample s) {
                float a = b;
                int i = 1.5;
                s.q1 = 2.0;
                return vec5(1.0);
            }
            """)
        for line in 2...5 { #expect(message.contains("test.cikernel:\(line):")) }
    }

    @Test func lineNumbersOfEmbeddedText() {
        let source = KernelSource(text: "kernel vec4 f() {\n return x; }", file: "App/Filter.swift", firstLine: 40)
        #expect(
            KernelCompiler.compile(source).rendered.hasPrefix("App/Filter.swift:41:9: error: 'x' is not declared\n"))
    }

    @Test func columnsCountCharacters() {
        let source = KernelSource(text: "kernel vec4 f() { /* größer 大 */ return x; }")
        #expect(
            KernelCompiler.compile(source).rendered == """
                <kernel>:1:41: error: 'x' is not declared
                  kernel vec4 f() { /* größer 大 */ return x; }
                                                          ^
                """)
    }

    @Test func longLinesAreCut() {
        let filler = String(repeating: "x = x + 1.0; ", count: 200)
        let message = errors("kernel vec4 f(float x) { \(filler) y = 1.0; \(filler) return vec4(x); }")
        let lines = message.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 170 })
        let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) } ?? 0
        #expect(Array(lines[1])[caret] == "y")
    }

    @Test func warningsDoNotStopACompilation() throws {
        let result = KernelCompiler.compile(KernelSource(text: "kernel vec4 f(__sample s) { return s * (1 / 2); }"))
        #expect(result.succeeded)
        #expect(try result.get().count == 1)
        #expect(
            result.rendered == """
                <kernel>:1:40: warning: 1 / 2 divides whole numbers and gives 0
                  kernel vec4 f(__sample s) { return s * (1 / 2); }
                                                         ^~~~~~~
                  help: write 1.0 / 2.0
                """)
    }

    @Test func theErrorCarriesTheText() {
        let result = KernelCompiler.compile(KernelSource(text: "kernel vec4 f() { return x; }"))
        #expect(throws: KernelCompilationError.self) { try result.get() }
        do {
            _ = try result.get()
        } catch {
            #expect(error.description == result.rendered)
            #expect(error.diagnostics == result.diagnostics)
        }
    }

    /// Compiles every file of `Cases/Diagnostics`. A comment `// error: text` or `// warning: text` expects this
    /// message on its line. Other messages aren't allowed.
    @Test(
        arguments: try FileManager.default.contentsOfDirectory(at: Self.cases, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "cikernel"
        }.map(\.lastPathComponent).sorted())
    func file(_ name: String) throws {
        let text = try String(contentsOf: Self.cases.appending(path: name), encoding: .utf8)
        let result = KernelCompiler.compile(KernelSource(text: text, file: name))
        let renderer = DiagnosticRenderer(source: result.source)
        var found: [Int: [String]] = [:]
        for diagnostic in result.diagnostics {
            let help = diagnostic.suggestion.map { " [\($0)]" } ?? ""
            found[renderer.location(of: diagnostic.span.start).line, default: []].append(
                "\(diagnostic.severity.rawValue): \(diagnostic.message)\(help)")
        }
        var isPositive = true
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let here = found.removeValue(forKey: index + 1) ?? []
            guard let comment = line.range(of: #"// (error|warning): "#, options: .regularExpression) else {
                #expect(here == [], "\(name):\(index + 1)")
                continue
            }
            if line[comment].contains("error") { isPositive = false }
            let severity = line[comment].dropFirst(3)
            let expected = line[comment.upperBound...].trimmingCharacters(in: .whitespaces)
            #expect(
                here.contains { $0.hasPrefix(severity) && $0.contains(expected) },
                "\(name):\(index + 1) reports \(here)")
        }
        #expect(found.isEmpty, "\(name): \(found)")
        #expect(result.succeeded == isPositive)
        for kernel in result.kernels { #expect(ProgramValidator.problem(in: kernel) == nil) }
    }

    static let cases = Bundle.module.resourceURL!.appending(path: "Cases/Diagnostics")
}
