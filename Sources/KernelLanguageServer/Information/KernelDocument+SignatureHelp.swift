import KernelLanguage

extension KernelDocument {
    /// Returns the signatures of the innermost function or macro whose arguments are at a place, or nil if there is
    /// none.
    package func signatureHelp(at offset: Int) -> SignatureHelp? {
        guard !isInComment(offset) else { return nil }
        let tokens = source.tokens
        var depth = 0
        var commas = 0
        // Bounded, so that a very long statement doesn't delay an editor.
        let last = tokenCount(endingBefore: offset) - 1
        for index in stride(from: last, through: max(0, last - 5000), by: -1) {
            let token = tokens[index]
            if token.is(")") || token.is("]") { depth += 1 }
            if token.is("(") || token.is("[") {
                if depth == 0, token.is("("), index > 0, let help = help(for: tokens[index - 1], argument: commas) {
                    return help
                }
                // An inner bracket without a function, such as `(a + b` or `a[i`.
                if depth == 0 { commas = 0 } else { depth -= 1 }
            } else if token.is(","), depth == 0 {
                commas += 1
            } else if token.is(";") || token.is("{") || token.is("}") {
                return nil
            }
        }
        return nil
    }

    private func help(for name: Token, argument: Int) -> SignatureHelp? {
        guard name.kind == .identifier, let word = names.occurrence(at: name.span.start) else { return nil }
        var signatures: [SignatureHelp.Signature] = []
        var summary = ""
        if case .declared(let index) = word.meaning, !word.isDeclaration {
            let declaration = names.declarations[index]
            summary = documentation(of: declaration)
            if let parameters = declaration.macroParameters {
                let label = "\(declaration.name)(\(parameters.joined(separator: ", ")))"
                signatures.append(.init(label: label, parameters: parameters))
            }
            signatures += declaration.functions.map {
                .init(label: $0.signature, parameters: $0.parameters.map(\.text))
            }
        }
        if word.meaning == .builtInFunction || word.isAmbiguous {
            if summary.isEmpty { summary = BuiltInFunction.summary(of: name.text) ?? "" }
            signatures += (BuiltInFunction.all[name.text] ?? []).map { function in
                .init(label: function.signature, parameters: function.parameters.map { "\($0.type) \($0.name)" })
            }
        }
        guard !signatures.isEmpty else { return nil }
        let active = signatures.firstIndex { $0.parameters.count > argument } ?? 0
        return SignatureHelp(
            signatures: signatures, activeSignature: active, activeParameter: argument, documentation: summary)
    }
}
