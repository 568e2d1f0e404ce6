import KernelLanguage

extension KernelDocument {
    /// Returns the words that may stand at a place, sorted by name. The beginning of a word before the place doesn't
    /// filter them, as editors do that. Comments, numbers and the name of a new variable have none.
    package func completions(at offset: Int) -> [Completion] {
        let place = CompletionPlace(in: self, at: offset)
        let found: [Completion] =
            switch place.context {
            case .nothing: []
            case .directiveWord: describe(LanguageWords.directives, .directive)
            case .macroName: macros(at: offset) + describe(["defined": "Whether a macro is defined."], .keyword)
            case .macroText: values(at: offset) + functionNames() + types() + constants()
            case .member(let token): members(of: token)
            case .kernelResult: types(["vec4", "vec2"])
            case .tableSampler: types(["sampler"])
            case .topLevel: describe(LanguageWords.declarations, .keyword) + types() + macros(at: offset)
            case .parameters(let isKernel):
                types(isKernel ? BuiltInType.ofKernelParameters : ["sampler"]) + types()
                    + describe(isKernel ? [:] : LanguageWords.parameters, .keyword)
                    + describe(["const": LanguageWords.declarations["const"] ?? ""], .keyword) + macros(at: offset)
            case .statement:
                describe(LanguageWords.statements, .keyword)
                    + describe(["const": LanguageWords.declarations["const"] ?? ""], .keyword)
                    + values(at: offset) + functionNames() + types()
            case .expression: values(at: offset) + functionNames() + types() + constants()
            }
        var labels = Set<String>()
        return found.filter { labels.insert($0.label).inserted }.sorted { $0.label < $1.label }
    }

    private func describe(_ words: [String: String], _ kind: Completion.Kind) -> [Completion] {
        words.map { Completion($0.key, kind, documentation: $0.value) }
    }

    private func constants() -> [Completion] {
        describe(LanguageWords.statements.filter { $0.key == "true" || $0.key == "false" }, .keyword)
    }

    private func types(_ only: [String]? = nil) -> [Completion] {
        let special = Set(BuiltInType.ofKernelParameters)
        let shown = only.map { names in names.compactMap { BuiltInType.all[$0] } }
        return (shown ?? BuiltInType.all.values.filter { !special.contains($0.name) })
            .map { Completion($0.name, .type, documentation: $0.summary) }
    }

    private func macros(at offset: Int) -> [Completion] {
        values(at: offset).filter { $0.kind == .macro }
    }

    /// The variables and macros that are visible at a place. Inner names come first, so that they win.
    private func values(at offset: Int) -> [Completion] {
        names.declarations
            .filter { $0.kind != .function && $0.visibility.contains(offset) }
            .sorted { $0.visibility.count < $1.visibility.count }
            .map { declaration in
                let kind: Completion.Kind =
                    switch declaration.kind {
                    case .parameter, .macroParameter: .parameter
                    case .macro: .macro
                    default: declaration.isConstant ? .constant : .variable
                    }
                return Completion(declaration.name, kind, detail: declaration.text)
            }
    }

    private func functionNames() -> [Completion] {
        let own = names.declarations.filter { $0.kind == .function }.map { declaration in
            Completion(
                declaration.name, declaration.functions.contains(where: \.isKernel) ? .kernel : .function,
                detail: declaration.text, documentation: documentation(of: declaration))
        }
        let builtIn = BuiltInFunction.names.map { name in
            let signatures = BuiltInFunction.all[name]?.map(\.signature) ?? []
            let more = signatures.count > 1 ? " (+ \(signatures.count - 1) more)" : ""
            return Completion(
                name, .function, detail: (signatures.first ?? "") + more,
                documentation: BuiltInFunction.summary(of: name) ?? "")
        }
        return own + builtIn
    }

    // MARK: Members

    private func members(of token: Int) -> [Completion] {
        switch shape(endingAt: token) {
        case .array?: return [Completion("length()", .member, detail: "int", documentation: "The number of elements.")]
        case .vector(let scalar, let size)?: return size > 1 ? components(scalar, size) : []
        case .matrix?, .other?: return []
        case nil: return components("float", 4)
        }
    }

    /// The single components, and runs of them in their order, such as `xy` and `rgb`.
    private func components(_ scalar: String, _ size: Int) -> [Completion] {
        var found: [Completion] = []
        for set in ["xyzw", "rgba", "stpq"] {
            let letters = Array(set.prefix(size))
            for start in letters.indices {
                for end in letters.indices where end >= start {
                    let count = end - start + 1
                    // Runs that begin in the middle are rare, except `zw` and such pairs.
                    if start > 0, count > 2 || set == "stpq" && count > 1 { continue }
                    let type = ValueShape.vector(scalar: scalar, size: count).typeName ?? scalar
                    found.append(Completion(String(letters[start...end]), .member, detail: type))
                }
            }
        }
        return found
    }
}
