import KernelLanguage
import Testing

@testable import KernelLanguageServer

/// Compares the descriptions for editors with the compiler.
@Suite("Reference for editors") struct ReferenceTests {
    @Test("every built-in function has a description of one or two sentences")
    func functions() {
        #expect(BuiltInFunction.names.count >= 80)
        for name in BuiltInFunction.names {
            let summary = BuiltInFunction.summary(of: name) ?? ""
            #expect(summary.hasSuffix("."), "\(name) has no description")
            #expect(summary.count < 130, "\(name) has a long description")
            // Words in code marks are parameters of the function, or names of the language.
            let parameters = Set((BuiltInFunction.all[name] ?? []).flatMap(\.parameters).map(\.name))
            for (index, word) in summary.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                let text = String(word.prefix { $0 != "(" && $0 != " " })
                let isKnown =
                    parameters.contains(text) || BuiltInFunction.all[text] != nil || BuiltInType.all[text] != nil
                #expect(isKnown, "\(name) has no parameter \(word)")
            }
        }
        #expect(BuiltInFunction.summary(of: "__toLinear") == nil)
        #expect(BuiltInFunction.all["__toLinear"] == nil)
    }

    @Test("signatures are those of the language")
    func signatures() {
        #expect(
            BuiltInFunction.all["mod"]?.map(\.signature) == ["genF mod(genF x, genF y)", "vecF mod(vecF x, float y)"])
        #expect(BuiltInFunction.all["modf"]?.map(\.signature) == ["genF modf(genF x, out genF whole)"])
        #expect(BuiltInFunction.all["destCoord"]?.map(\.signature) == ["vec2 destCoord()"])
    }

    private func errors(_ source: String) -> [String] {
        KernelCompiler.check(KernelSource(text: source)).diagnostics.filter { $0.severity == .error }.map(\.message)
    }

    @Test("every type is one of the compiler, with as many components")
    func types() {
        for (name, type) in BuiltInType.all where type.size > 0 && !name.hasPrefix("__") {
            let source = "kernel vec4 f() { \(name) v = \(name)(1); return vec4(\(type.size > 1 ? "v.x" : "v")); }"
            let letters = ["xyzw".prefix(max(type.size, 2)), "xyzw".prefix(type.size + 1)]
            let last = type.size > 1 ? "v.\(letters[0].last ?? "x")" : "v"
            let isBool = type.scalar == "bool"
            #expect(
                errors(
                    source.replacing("v.x", with: isBool ? "float(\(last))" : last)
                        .replacing("vec4(v)", with: isBool ? "vec4(float(v))" : "vec4(v)")
                ).isEmpty, "\(name)")
            guard type.size > 1, type.size < 4 else { continue }
            #expect(!errors(source.replacing("v.x", with: "v.\(letters[1].last ?? "x")")).isEmpty, "\(name)")
        }
        for (name, type) in BuiltInType.all {
            #expect(type.summary.hasSuffix("."), "\(name) has no description")
            if type.columns > 0 {
                #expect(errors("kernel vec4 f(\(name) m) { return vec4(m[\(type.columns - 1)].x); }").isEmpty)
                #expect(!errors("kernel vec4 f(\(name) m) { return vec4(m[\(type.columns)].x); }").isEmpty)
            }
        }
        for name in BuiltInType.ofKernelParameters {
            #expect(errors("kernel vec4 f(\(name) p) { return vec4(1.0); }").isEmpty, "\(name)")
        }
    }

    @Test("every word and directive is one of the compiler")
    func words() {
        let kernel = "kernel vec4 f() { return vec4(1.0); }\n"
        for word in LanguageWords.directives.keys {
            #expect(!errors("#\(word) 1\n\(kernel)").contains { $0.contains("is not a directive") }, "\(word)")
        }
        for word in LanguageWords.parameters.keys {
            #expect(errors("void g(\(word) float x) { }\n\(kernel)").isEmpty, "\(word)")
        }
        for word in LanguageWords.declarations.keys where word != "kernel" && word != "precision" {
            #expect(errors("\(word) float g = 1.0;\n\(kernel)").isEmpty, "\(word)")
        }
        for word in LanguageWords.refused where word != "default" {
            #expect(!errors("kernel vec4 f() { \(word) x; return vec4(1.0); }").isEmpty, "\(word)")
        }
    }
}
