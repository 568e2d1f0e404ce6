import KernelLanguage

@testable import KernelLanguageServer

extension FuzzTarget {
    /// What editors show about a kernel, at a place that the first byte chooses.
    static let kernelEditing = FuzzTarget(name: "kernel-editing", longestInput: 2048, changesPerSeed: 60) { bytes in
        let document = KernelDocument(String(decoding: bytes.dropFirst(), as: UTF8.self))
        let length = document.text.bytes.count
        let offset = Int(bytes.first ?? 0) * (length + 1) / 256
        _ = document.completions(at: offset)
        _ = document.signatureHelp(at: offset)
        _ = document.highlights(at: offset)
        for symbol in document.symbols() { try expect(symbol.span, in: document) }
        for token in document.semanticTokens() { try expect(token.span, in: document) }
        for span in document.definitions(at: offset) { try expect(span, in: document) }
        if let hover = document.hover(at: offset) { try expect(hover.span, in: document) }
        for word in document.names.occurrences {
            try FuzzFinding.expect(document.text.string(word.span) == word.name, "'\(word.name)' isn't at its place")
        }
        if let edits = try? document.rename(at: offset, to: "renamed") {
            let renamed = KernelDocument(TextReplacement.apply(edits, to: document.text))
            let (before, after) = (document.diagnostics(), renamed.diagnostics())
            try FuzzFinding.expect(
                before.contains { $0.severity == .error } || !after.contains { $0.severity == .error },
                "renaming makes an error")
        }
        if let edits = try? document.formatted() {
            let formatted = KernelDocument(TextReplacement.apply(edits, to: document.text))
            try FuzzFinding.expect((try? formatted.formatted().isEmpty) == true, "the result is formatted again")
        }
    }

    private static func expect(_ span: SourceSpan, in document: KernelDocument) throws {
        try FuzzFinding.expect(
            0 <= span.start && span.start <= span.end && span.end <= document.text.bytes.count,
            "\(span.start)..<\(span.end) is outside of the text")
    }
}
