import KernelLanguage

extension KernelDocument {
    /// Returns the shape of the value that ends with a token, such as that before a dot, or nil if it isn't known.
    func shape(endingAt index: Int, depth: Int = 0) -> ValueShape? {
        let tokens = source.tokens
        guard index >= 0, index < tokens.count, depth < 16 else { return nil }
        let token = tokens[index]
        if token.is("]") {
            guard let open = opening(of: index), open > 0 else { return nil }
            return shape(endingAt: open - 1, depth: depth + 1)?.element
        }
        if token.is(")") {
            guard let open = opening(of: index), open > 0, tokens[open - 1].kind == .identifier else { return nil }
            return resultShape(ofCall: open - 1)
        }
        guard token.kind == .identifier else { return nil }
        if index > 1, tokens[index - 1].is(".") {
            guard case .vector(let scalar, _)? = shape(endingAt: index - 2, depth: depth + 1),
                token.text != "length", token.text.utf8.count <= 4
            else { return nil }
            return .vector(scalar: scalar, size: token.text.utf8.count)
        }
        guard let declaration = names.value(named: token.text, at: token.span.start), declaration.kind != .macro else {
            return nil
        }
        return ValueShape(
            typeName: declaration.typeName,
            isArray: !declaration.arrayText.isEmpty || declaration.typeText.hasSuffix("]"))
    }

    /// Returns the index of the bracket that the one at `index` closes. The search is bounded.
    private func opening(of index: Int) -> Int? {
        var depth = 0
        for place in stride(from: index, through: max(0, index - 2000), by: -1) {
            let token = source.tokens[place]
            if token.is(")") || token.is("]") { depth += 1 }
            if token.is("(") || token.is("[") { depth -= 1 }
            if depth == 0 { return place }
            if token.is(";") || token.is("{") { return nil }
        }
        return nil
    }

    private func resultShape(ofCall index: Int) -> ValueShape? {
        let name = source.tokens[index].text
        if let type = BuiltInType.all[name] { return ValueShape(typeName: type.name, isArray: false) }
        var types = Set(names.function(named: name)?.functions.map(\.returnTypeName) ?? [])
        if types.isEmpty { types = Set(BuiltInFunction.all[name]?.map(\.returnType) ?? []) }
        guard types.count == 1, let only = types.first, BuiltInType.all[only] != nil else { return nil }
        return ValueShape(typeName: only, isArray: false)
    }
}
