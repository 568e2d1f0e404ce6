import KernelLanguage

extension KernelDocument {
    /// Returns the words, numbers and comments of the source with their classes, in source order. Text that conditions
    /// leave out is a comment.
    package func semanticTokens() -> [SemanticToken] {
        var found: [SemanticToken] = names.occurrences.compactMap { word in
            guard let (kind, modifiers) = kind(of: word) else { return nil }
            return SemanticToken(span: word.span, kind: kind, modifiers: modifiers)
        }
        for token in source.tokens where token.kind == .integer || token.kind == .float {
            if !isInactive(token.span.start) {
                found.append(SemanticToken(span: token.span, kind: .number, modifiers: []))
            }
        }
        for span in comments where !isInactive(span.start) { found += lines(of: span) }
        for span in source.inactive { found += lines(of: span) }
        found.sort { $0.span.start < $1.span.start }
        return found
    }

    private func kind(of word: Occurrence) -> (SemanticToken.Kind, Set<SemanticToken.Modifier>)? {
        var modifiers: Set<SemanticToken.Modifier> = word.isDeclaration ? [.declaration] : []
        switch word.meaning {
        case .declared(let index):
            let declaration = names.declarations[index]
            if declaration.isConstant { modifiers.insert(.readonly) }
            switch declaration.kind {
            case .function: return (.function, modifiers)
            case .parameter, .macroParameter: return (.parameter, modifiers)
            case .macro: return (.macro, modifiers)
            case .local, .global: return (.variable, modifiers)
            }
        case .builtInFunction: return (.function, [.defaultLibrary])
        case .type: return (.type, [])
        case .keyword, .directive: return (.keyword, [])
        case .member: return (.property, [])
        case .unknown: return nil
        }
    }

    /// Splits a comment into its lines.
    private func lines(of span: SourceSpan) -> [SemanticToken] {
        (text.line(of: span.start)...text.line(of: max(span.start, span.end - 1))).compactMap { line in
            let range = text.range(ofLine: line)
            let start = max(range.lowerBound, span.start)
            let end = min(range.upperBound, span.end)
            guard start < end else { return nil }
            return SemanticToken(span: SourceSpan(start: start, end: end), kind: .comment, modifiers: [])
        }
    }
}
