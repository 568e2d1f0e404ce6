import KernelLanguage

/// Finds the declarations of a source and what each word stands for, from its tokens.
///
/// It understands the structure of declarations and statements, and takes the tokens of an expression one by one. So it
/// needs no valid text: in a broken statement, only names of that statement are missing. This file has the state and
/// the helpers; the extensions read directives, declarations and statements.
struct NameResolver {
    /// A block in which variables are declared.
    struct Scope {
        var names: [String: Int] = [:]
    }

    let text: DocumentText
    /// The tokens behind which conditions and directives are removed.
    var tokens: [Token] = []
    /// The index in `tokens` of each use of a macro, with the index of its declaration.
    var macroUses: [Int: Int] = [:]
    var brackets = BracketPairs()
    var table = NameTable()
    var position = 0
    var scopes: [Scope] = []
    var globals: [String: Int] = [:]
    var functions: [String: Int] = [:]
    /// Words whose declaration may follow: indices of `table.occurrences`.
    var pending: [Int] = []
    /// Words in the text of macros: indices of `table.occurrences`.
    var pendingInMacros: [Int] = []
    /// The name of the function that is read.
    var owner = ""
    var nesting = 0
    /// Whether a missing brace was found, so that all open blocks end.
    var isUnwinding = false

    /// Returns the names of a source.
    static func names(in text: DocumentText, _ source: SourceTokens) -> NameTable {
        var resolver = NameResolver(text: text)
        resolver.readDirectives(source)
        resolver.brackets = BracketPairs(resolver.tokens)
        resolver.readDeclarations()
        resolver.resolvePending()
        resolver.resolveMacroTexts()
        resolver.table.occurrences.sort { $0.span.start < $1.span.start }
        return resolver.table
    }

    private init(text: DocumentText) { self.text = text }

    /// The end of the text, as the end of a visibility that contains it.
    var end: Int { text.bytes.count + 1 }

    // MARK: Tokens

    var current: Token { tokens[position] }
    var atEnd: Bool { current.kind == .endOfText }
    func ahead(_ count: Int) -> Token { tokens[min(position + count, tokens.count - 1)] }

    mutating func advance() { if !atEnd { position += 1 } }

    /// Whether a token names a type, also by a macro that stands for a type.
    func isType(at index: Int) -> Bool { typeName(at: index) != nil }

    /// The type that a token names.
    func typeName(at index: Int) -> String? {
        guard index < tokens.count, tokens[index].kind == .identifier else { return nil }
        let name = tokens[index].text
        if BuiltInType.all[name] != nil { return name }
        guard let macro = macroUses[index] else { return nil }
        // `#define real float`
        let words = table.declarations[macro].macroText.split(separator: " ")
        return words.count == 2 && BuiltInType.all[String(words[1])] != nil ? String(words[1]) : nil
    }

    static let qualifiers: Set<String> = [
        "const", "uniform", "highp", "mediump", "lowp", "static", "inline", "varying", "invariant",
    ]

    /// Whether a new kernel starts at the current token, in whatever block this seems to be.
    var startsKernel: Bool { current.isWord("kernel") && current.startsLine }

    /// Whether the definition of a function starts at the current token. Inside a block, a brace is missing then.
    func startsFunction() -> Bool {
        var index = position
        while tokens[index].kind == .identifier, Self.qualifiers.contains(tokens[index].text) { index += 1 }
        guard isType(at: index), index + 2 < tokens.count, tokens[index + 1].kind == .identifier
        else { return false }
        return brackets.closing[index + 2].map { tokens[$0 + 1].is("{") } ?? false
    }

    // MARK: Words

    /// Adds a word without a declaration, and goes on to the next token.
    mutating func take(_ meaning: Occurrence.Meaning) {
        table.occurrences.append(Occurrence(span: current.span, name: current.text, meaning: meaning))
        advance()
    }

    /// Takes a type. Uses of macros are in the table already.
    mutating func takeType() {
        if macroUses[position] != nil { advance() } else { take(.type) }
    }

    mutating func expect(_ punctuator: String) -> Bool {
        guard current.is(punctuator) else { return false }
        advance()
        return true
    }

    /// Adds a declaration of the name at the current token, and goes on to the next one.
    mutating func declare(_ declaration: Declaration) -> Int {
        let index = table.declarations.count
        table.declarations.append(declaration)
        addDeclaredName(index)
        return index
    }

    /// Adds another place where a declaration's name is declared.
    mutating func addDeclaredName(_ index: Int) {
        // A macro in place of a name is in the table already.
        if macroUses[position] == nil {
            table.occurrences.append(
                Occurrence(
                    span: current.span, name: current.text, meaning: .declared(index), isDeclaration: true,
                    isWrite: true))
        }
        advance()
    }

    // MARK: Scopes

    mutating func open() { scopes.append(Scope()) }

    /// Ends the innermost scope at an offset.
    mutating func close(at offset: Int) {
        guard let scope = scopes.popLast() else { return }
        for index in scope.names.values {
            let start = table.declarations[index].visibility.lowerBound
            table.declarations[index].visibility = start..<max(start, offset)
        }
    }

    func lookUp(_ name: String) -> Int? {
        for scope in scopes.reversed() { if let index = scope.names[name] { return index } }
        return nil
    }

    // MARK: Globals

    /// Resolves the words whose declaration could follow them.
    private mutating func resolvePending() {
        for place in pending {
            let occurrence = table.occurrences[place]
            if let count = occurrence.argumentCount {
                resolveCall(place, count)
            } else if let global = globals[occurrence.name] {
                table.occurrences[place].meaning = .declared(global)
            }
        }
    }

    /// Resolves the words in the text of macros that mean the same wherever the macro is used: those of globals and
    /// functions whose name nothing else has.
    private mutating func resolveMacroTexts() {
        var counts: [String: Int] = [:]
        for declaration in table.declarations where declaration.kind != .macroParameter {
            counts[declaration.name, default: 0] += 1
        }
        for place in pendingInMacros {
            let name = table.occurrences[place].name
            guard BuiltInFunction.all[name] == nil, counts[name] == 1, let index = globals[name] ?? functions[name]
            else { continue }
            table.occurrences[place].meaning = .declared(index)
        }
    }

    /// A function of the source hides built-in ones only if it takes the arguments. By their number, that is certain or
    /// impossible, except if both have as many parameters.
    private mutating func resolveCall(_ place: Int, _ count: Int) {
        let name = table.occurrences[place].name
        let builtIn = BuiltInFunction.all[name]
        let isBuiltIn = builtIn?.contains { $0.parameters.count == count } ?? false
        guard let index = functions[name] else {
            if builtIn != nil { table.occurrences[place].meaning = .builtInFunction }
            return
        }
        let fits = table.declarations[index].functions.contains { $0.parameters.count == count }
        if !fits, isBuiltIn {
            table.occurrences[place].meaning = .builtInFunction
        } else {
            table.occurrences[place].meaning = .declared(index)
        }
        table.occurrences[place].isAmbiguous = fits && isBuiltIn
    }
}
