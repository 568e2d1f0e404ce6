import Foundation
import Testing

@testable import KernelLanguage

/// Tests that the page `KernelLanguageReference` describes the language that the compiler implements.
@Suite("The reference of the kernel language")
struct KernelLanguageReferenceTests {
    private static let page = (try? DocumentationPage("KernelLanguageReference")) ?? DocumentationPage(text: "")
    private static let examples = page.blocks.filter { $0.info == "kernel" }.map(\.text)
    /// Sources with the diagnostics that follow them on the page.
    private static let refused = zip(page.blocks, page.blocks.dropFirst())
        .filter { $0.0.info == "kernel-diagnostics" }.map { (source: $0.0.text, diagnostics: $0.1.text) }

    private static func compile(_ text: String) -> CompilationResult {
        KernelCompiler.compile(KernelSource(text: text, file: "example.cikernel"))
    }

    @Test("The page has its blocks")
    func blocks() {
        #expect(Self.examples.count == 22)
        #expect(Self.refused.count == 8)
    }

    @Test("Every example compiles to at least one kernel, without a warning", arguments: examples)
    func example(text: String) {
        let result = Self.compile(text)
        #expect(result.diagnostics.isEmpty && !result.kernels.isEmpty, "\(result.rendered)")
    }

    @Test("Every message is the compiler's", arguments: refused.indices)
    func message(index: Int) {
        let (source, diagnostics) = Self.refused[index]
        #expect(Self.compile(source).rendered + "\n" == diagnostics)
    }

    @Test("The tables have every function of the compiler with its parameters, and no other function")
    func signatures() {
        var written: Set<String> = []
        for span in Self.page.rows.flatMap({ DocumentationPage.codeSpans($0[0]) }) {
            guard let open = span.firstIndex(of: "("), span.hasSuffix(")"), !span.hasPrefix("#"), !span.hasPrefix("f(")
            else { continue }
            // The names of parameters are for readers; types and directions count.
            let parameters = span[span.index(after: open)...].dropLast().split(separator: ",").map { parameter in
                parameter.split(separator: " ").dropLast().joined(separator: " ")
            }
            let signature = "\(span[..<open])(\(parameters.joined(separator: ", ")))"
            #expect(written.insert(signature).inserted, "\(signature) stands twice")
        }
        var compiled: Set<String> = []
        for function in Prelude.names.flatMap({ Prelude.functions[$0] ?? [] }) {
            let parameters = function.parameters.map { parameter in
                (parameter.direction == .in ? "" : parameter.direction.rawValue + " ") + parameter.type.description
            }
            compiled.insert("\(function.returnType) \(function.name)(\(parameters.joined(separator: ", ")))")
        }
        #expect(compiled.subtracting(written).sorted() == [], "functions that the page lacks")
        #expect(written.subtracting(compiled).sorted() == [], "functions that the compiler lacks")
    }

    @Test("Every function is called in an example", arguments: Prelude.names)
    func use(name: String) {
        #expect(Self.examples.contains { $0.contains(name + "(") })
    }

    @Test("The table of types has every spelling, and the compiler has every type of the table")
    func types() throws {
        let start = try #require(Self.page.rows.firstIndex { $0.first == "type" })
        let rows = Self.page.rows[(start + 2)...].prefix { $0.count == 3 }
        var written = Set(rows.flatMap { DocumentationPage.codeSpans($0[0] + $0[1]) })
        // A table is spelt in one or two words. The compiler's list has single words.
        #expect(written.remove("__table") != nil)
        #expect(written.remove("__table sampler") != nil)
        #expect(written == Set(TypeName.types.keys))
    }

    @Test("The table of limits has every limit with its value")
    func limits() throws {
        let values = Mirror(reflecting: KernelLimits.standard).children.compactMap { $0.value as? Int }
        let start = try #require(Self.page.rows.firstIndex { $0.first == "limit" })
        let rows = Self.page.rows[(start + 2)...].prefix { $0.count == 2 }
        // Both are in the order of the declarations.
        #expect(rows.map { Int($0[1]) } == values)
    }

    @Test("Every directive of the table is accepted, or refused as the page says")
    func directives() {
        let rest = [
            "define": "N 1", "undef": "N", "if": "1\n#endif", "ifdef": "N\n#endif", "ifndef": "N\n#endif",
            "elif": "1\n#endif", "else": "\n#endif",
        ]
        let rows = Self.page.rows.filter { $0[0].hasPrefix("`#") }
        let spans: [String] = rows.flatMap { DocumentationPage.codeSpans($0[0]) }
        let words = Set(spans.compactMap { $0.dropFirst().split(separator: " ").first.map { String($0) } })
        #expect(words.count == 15)
        for word in words where word != "endif" {
            let opening = word == "elif" || word == "else" ? "#if 0\n" : ""
            let text = "\(opening)#\(word) \(rest[word] ?? "text")\nkernel vec4 k(__sample s) { return s; }\n"
            #expect(Self.compile(text).succeeded == (word != "error" && word != "include"), "#\(word)")
        }
    }
}
