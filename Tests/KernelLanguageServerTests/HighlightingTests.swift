import KernelLanguage
import Testing

@testable import KernelLanguageServer

@Suite("Semantic tokens") struct HighlightingTests {
    @Test("every word has its class")
    func classes() {
        let source = """
            /* one
            two */
            #define A 2.0
            const float K = A;
            kernel vec4 f(__sample s) { return max(s.rgba, K) * 1.5; } // end
            #if 0
            left out
            #endif
            """
        let document = KernelDocument(source)
        let shown = document.semanticTokens().map { token in
            let modifiers = SemanticToken.Modifier.allCases.filter(token.modifiers.contains).map { " \($0.rawValue)" }
            return "\(document.place(token.span)) \(token.kind.rawValue)\(modifiers.joined())"
        }
        #expect(
            shown == [
                "1:1 /* one comment", "2:1 two */ comment", "3:2 define keyword", "3:9 A macro declaration",
                "3:11 2.0 number", "4:1 const keyword", "4:7 float type",
                "4:13 K variable declaration readonly", "4:17 A macro", "5:1 kernel keyword", "5:8 vec4 type",
                "5:13 f function declaration", "5:15 __sample type", "5:24 s parameter declaration",
                "5:29 return keyword", "5:36 max function defaultLibrary", "5:40 s parameter", "5:42 rgba property",
                "5:48 K variable readonly", "5:53 1.5 number", "5:60 // end comment", "6:2 if keyword", "6:5 0 number",
                "7:1 left out comment", "8:2 endif keyword",
            ])
    }
}
