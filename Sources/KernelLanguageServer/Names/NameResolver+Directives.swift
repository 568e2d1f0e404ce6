import KernelLanguage

extension NameResolver {
    /// Splits the tokens into directives and code, and finds all macros and their uses.
    mutating func readDirectives(_ source: SourceTokens) {
        var macros: [String: Int] = [:]
        var inactive = source.inactive[...]
        var index = 0
        let all = source.tokens
        while index < all.count {
            let token = all[index]
            while let first = inactive.first, first.end <= token.span.start { inactive.removeFirst() }
            if token.is("#"), token.startsLine {
                let start = index + 1
                index += 1
                while index < all.count - 1, !all[index].startsLine { index += 1 }
                readDirective(all[start..<index], &macros)
                continue
            }
            if let first = inactive.first, token.kind != .endOfText,
                first.start <= token.span.start, token.span.end <= first.end
            {
                index += 1
                continue
            }
            if token.kind == .identifier, let macro = macros[token.text], isUse(of: macro, all, index) {
                macroUses[tokens.count] = macro
                table.occurrences.append(
                    Occurrence(span: token.span, name: token.text, meaning: .declared(macro)))
            }
            tokens.append(token)
            index += 1
        }
    }

    private func isUse(of macro: Int, _ all: [Token], _ index: Int) -> Bool {
        table.declarations[macro].macroParameters == nil || (index + 1 < all.count && all[index + 1].is("("))
    }

    private mutating func readDirective(_ line: ArraySlice<Token>, _ macros: inout [String: Int]) {
        guard let word = line.first, word.kind == .identifier else { return }
        table.occurrences.append(Occurrence(span: word.span, name: word.text, meaning: .directive))
        let rest = line.dropFirst()
        switch word.text {
        case "define": define(rest, &macros)
        case "undef", "ifdef", "ifndef", "if", "elif":
            for token in rest where token.kind == .identifier { use(token, macros) }
            guard word.text == "undef", let name = rest.first, let index = macros.removeValue(forKey: name.text)
            else { return }
            let start = table.declarations[index].visibility.lowerBound
            table.declarations[index].visibility = start..<name.span.end
        default: break
        }
    }

    private mutating func use(_ token: Token, _ macros: [String: Int]) {
        let meaning: Occurrence.Meaning =
            token.text == "defined" ? .keyword : macros[token.text].map { .declared($0) } ?? .unknown
        table.occurrences.append(Occurrence(span: token.span, name: token.text, meaning: meaning))
    }

    private mutating func define(_ line: ArraySlice<Token>, _ macros: inout [String: Int]) {
        guard let name = line.first, name.kind == .identifier else { return }
        var body = line.dropFirst()
        var parameters: [Token]?
        if let open = body.first, open.is("("), !open.followsSpace {
            let inner = body.dropFirst().prefix { !$0.is(")") }
            parameters = inner.filter { $0.kind == .identifier }
            body = body.dropFirst(inner.count + 2)
        }
        let index = declareMacro(name, parameters, line, &macros)
        var own: [String: Int] = [:]
        for parameter in parameters ?? [] {
            own[parameter.text] = table.declarations.count
            table.occurrences.append(
                Occurrence(
                    span: parameter.span, name: parameter.text, meaning: .declared(table.declarations.count),
                    isDeclaration: true))
            table.declarations.append(
                Declaration(
                    kind: .macroParameter, name: parameter.text, nameSpans: [parameter.span],
                    visibility: parameter.span.start..<(line.last?.span.end ?? parameter.span.end) + 1,
                    owner: name.text))
        }
        for (place, token) in zip(body.indices, body) where token.kind == .identifier {
            if let parameter = own[token.text] {
                table.occurrences.append(
                    Occurrence(span: token.span, name: token.text, meaning: .declared(parameter)))
            } else {
                useInMacro(token, of: index, after: place > body.startIndex ? body[place - 1] : nil, macros)
            }
        }
    }

    private mutating func declareMacro(
        _ name: Token, _ parameters: [Token]?, _ line: ArraySlice<Token>, _ macros: inout [String: Int]
    ) -> Int {
        let written = text.string(name.span.joined(with: line.last?.span ?? name.span))
            .split { $0.isWhitespace || $0 == "\\" }.joined(separator: " ")
        let known = macros[name.text]
        let index = known ?? table.declarations.count
        if let known {
            table.declarations[known].nameSpans.append(name.span)
            table.declarations[known].macroParameters = parameters?.map(\.text)
        } else {
            table.declarations.append(
                Declaration(
                    kind: .macro, name: name.text, nameSpans: [name.span], visibility: name.span.start..<end,
                    macroText: String(written.prefix(500)), macroParameters: parameters?.map(\.text)))
        }
        table.occurrences.append(
            Occurrence(
                span: name.span, name: name.text, meaning: .declared(index), isDeclaration: true, isWrite: true))
        macros[name.text] = index
        return index
    }

    /// Adds a word of a macro's text. What it stands for depends on where the macro is used, so it is resolved only as
    /// a global name.
    private mutating func useInMacro(_ token: Token, of index: Int, after last: Token?, _ macros: [String: Int]) {
        var occurrence = Occurrence(span: token.span, name: token.text, meaning: .unknown)
        if last?.is(".") == true {
            occurrence.meaning = .member
        } else if BuiltInType.all[token.text] != nil {
            occurrence.meaning = .type
        } else if LanguageWords.reserved.contains(token.text) {
            occurrence.meaning = .keyword
        } else if let macro = macros[token.text], macro != index {
            occurrence.meaning = .declared(macro)
        } else {
            table.declarations[index].macroNames.insert(token.text)
            pendingInMacros.append(table.occurrences.count)
            if BuiltInFunction.all[token.text] != nil { occurrence.meaning = .builtInFunction }
        }
        table.occurrences.append(occurrence)
    }
}
