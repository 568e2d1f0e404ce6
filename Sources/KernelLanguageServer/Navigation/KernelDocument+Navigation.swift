import KernelLanguage

extension KernelDocument {
    /// Returns the places where the name at a place is declared. Empty for built-in names.
    package func definitions(at offset: Int) -> [SourceSpan] {
        guard !isInComment(offset), let found = names.declaration(at: offset) else { return [] }
        return found.declaration.nameSpans
    }

    /// Returns all uses of the name at a place, in source order, with its declarations if `includingDeclarations`.
    package func references(at offset: Int, includingDeclarations: Bool) -> [SourceSpan] {
        occurrences(ofNameAt: offset).filter { includingDeclarations || !$0.isDeclaration }.map(\.span)
    }

    /// Returns the places of the name at a place, and whether the value is written there.
    package func highlights(at offset: Int) -> [(span: SourceSpan, isWrite: Bool)] {
        occurrences(ofNameAt: offset).map { ($0.span, $0.isWrite) }
    }

    private func occurrences(ofNameAt offset: Int) -> [Occurrence] {
        guard !isInComment(offset), let word = names.occurrence(at: offset) else { return [] }
        switch word.meaning {
        case .declared, .builtInFunction:
            return names.occurrences.filter { $0.name == word.name && $0.meaning == word.meaning }
        default: return []
        }
    }
}
