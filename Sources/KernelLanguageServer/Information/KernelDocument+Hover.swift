import KernelLanguage

extension KernelDocument {
    /// Returns what is known about the word at a place, or nil if there is no word or nothing is known.
    package func hover(at offset: Int) -> HoverText? {
        guard !isInComment(offset), let word = names.occurrence(at: offset) else { return nil }
        func text(_ code: [String], _ description: String) -> HoverText {
            HoverText(code: code, description: description, span: word.span)
        }
        switch word.meaning {
        case .declared(let index):
            let declaration = names.declarations[index]
            let code =
                declaration.kind == .function ? declaration.functions.map(\.signature) : [declaration.text]
            return text(code, [documentation(of: declaration), role(of: declaration)].first { !$0.isEmpty } ?? "")
        case .builtInFunction:
            let signatures = BuiltInFunction.all[word.name]?.map(\.signature) ?? []
            return text(signatures, BuiltInFunction.summary(of: word.name) ?? "")
        case .type: return BuiltInType.all[word.name].map { text([$0.name], $0.summary) }
        case .keyword:
            let words = [LanguageWords.statements, LanguageWords.declarations, LanguageWords.parameters]
            return words.lazy.compactMap { $0[word.name] }.first.map { text([word.name], $0) }
        case .directive: return LanguageWords.directives[word.name].map { text(["#\(word.name)"], $0) }
        case .member:
            let token = tokenCount(endingBefore: word.span.end) - 1
            guard let type = shape(endingAt: token)?.typeName else { return nil }
            return text(["\(type) .\(word.name)"], "")
        case .unknown: return nil
        }
    }

    private func role(of declaration: Declaration) -> String {
        switch declaration.kind {
        case .function, .macro: ""
        case .parameter: "A parameter of `\(declaration.owner)`."
        case .macroParameter: "A parameter of the macro `\(declaration.owner)`."
        case .local: "A variable of `\(declaration.owner)`."
        case .global: declaration.isConstant ? "A global constant." : "A global variable, one for each pixel."
        }
    }

    /// Returns the comment directly above a function, macro or global, without its marks.
    func documentation(of declaration: Declaration) -> String {
        let start: Int
        switch declaration.kind {
        case .function: start = declaration.functions.first?.span.start ?? declaration.nameSpans[0].start
        case .global, .macro: start = declaration.nameSpans[0].start
        default: return ""
        }
        var line = text.line(of: start)
        var lines: [String] = []
        while line > 0, lines.count < 20 {
            line -= 1
            let range = text.range(ofLine: line)
            let content = text.string(SourceSpan(start: range.lowerBound, end: range.upperBound))
                .drop { $0 == " " || $0 == "\t" }
            guard content.hasPrefix("//") else { break }
            lines.insert(String(content.drop { $0 == "/" }.drop { $0 == " " }), at: 0)
        }
        return lines.joined(separator: "\n")
    }
}
