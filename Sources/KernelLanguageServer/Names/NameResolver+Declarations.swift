import KernelLanguage

extension NameResolver {
    /// Reads all declarations outside of functions.
    mutating func readDeclarations() {
        while !atEnd {
            isUnwinding = false
            let start = position
            readDeclaration()
            if position == start { advance() }
        }
    }

    private mutating func readDeclaration() {
        let first = position
        let isKernel = current.isWord("kernel")
        if isKernel { take(.keyword) }
        if current.isWord("precision") { return skipPrecision() }
        takeQualifiers()
        guard startsDeclarator() else { return takeExpressionToken() }
        let head = readHead(from: first)
        if ahead(1).is("("), current.kind == .identifier {
            readFunction(head, isKernel: isKernel, from: first)
        } else {
            readVariables(head, isGlobal: true)
        }
    }

    mutating func takeQualifiers() {
        while current.kind == .identifier, Self.qualifiers.contains(current.text) { take(.keyword) }
    }

    /// The type before declared names.
    struct Head {
        var text: String
        var typeName: String
        var arrayText = ""
        var isConstant: Bool
    }

    /// Whether a type and a name follow. The type may be an unknown one, if the name isn't one that is known.
    func startsDeclarator() -> Bool {
        guard current.kind == .identifier else { return false }
        if isType(at: position) {
            if ahead(1).kind == .identifier { return true }
            return ahead(1).is("[")
                && brackets.closing[position + 1].map { tokens[$0 + 1].kind == .identifier } ?? false
        }
        guard macroUses[position] == nil, !LanguageWords.reserved.contains(current.text),
            ahead(1).kind == .identifier, !LanguageWords.reserved.contains(ahead(1).text), !ahead(1).startsLine
        else { return false }
        let isNew = lookUp(ahead(1).text) == nil && globals[ahead(1).text] == nil
        return isNew && ["=", ";", ",", "[", "("].contains(ahead(2).text)
    }

    /// Reads a type with the array brackets behind it.
    mutating func readHead(from first: Int) -> Head {
        let start = tokens[first].isWord("kernel") ? first + 1 : first
        let words = tokens[start..<max(start, position)].map(\.text)
        var head = Head(
            text: "", typeName: typeName(at: position) ?? current.text,
            isConstant: words.contains("const") || words.contains("uniform"))
        var written = words + [current.text]
        let isTable = current.isWord("__table")
        if isType(at: position) { takeType() } else { take(.unknown) }
        if isTable, current.isWord("sampler") {
            written.append("sampler")
            take(.type)
        }
        if current.is("["), !isTable { head.arrayText = readBrackets() }
        head.text = written.joined(separator: " ") + head.arrayText
        return head
    }

    /// Reads `[…]` and returns it as written.
    mutating func readBrackets() -> String {
        let start = current.span
        advance()
        takeExpression(until: ["]"])
        let end = current.span
        _ = expect("]")
        return text.string(SourceSpan(start: start.start, end: end.end))
    }

    // MARK: Variables

    /// Reads declared names up to the `;` behind them.
    mutating func readVariables(_ head: Head, isGlobal: Bool) {
        repeat {
            guard current.kind == .identifier, !isType(at: position), !LanguageWords.reserved.contains(current.text)
            else { break }
            readVariable(head, isGlobal: isGlobal)
        } while expect(",")
        takeExpression(until: [])
        _ = expect(";")
    }

    /// Reads one declared name with its brackets and its initial value.
    mutating func readVariable(_ head: Head, isGlobal: Bool) {
        let name = current
        let wasMacro = macroUses[position] != nil
        var declaration = Declaration(
            kind: isGlobal ? .global : .local, name: name.text, nameSpans: [name.span], typeText: head.text,
            typeName: head.typeName, arrayText: "", isConstant: head.isConstant, visibility: name.span.end..<end,
            owner: isGlobal ? "" : owner)
        // A name that is declared again in its block is one declaration, as in the branches of a condition.
        let known = isGlobal ? globals[name.text] : scopes.last?.names[name.text]
        let index: Int
        if let known {
            table.declarations[known].nameSpans.append(name.span)
            addDeclaredName(known)
            index = known
        } else {
            index = declare(declaration)
        }
        if current.is("[") { declaration.arrayText = readBrackets() }
        if known == nil { table.declarations[index].arrayText = declaration.arrayText }
        if expect("=") {
            if current.is("{") {
                advance()
                takeExpression(until: ["}"])
                _ = expect("}")
            } else {
                takeExpression(until: [","])
            }
        }
        guard known == nil, !wasMacro else { return }
        // The name isn't visible in its own initial value, nor at the end of an unfinished one.
        let last = tokens[max(0, position - 1)]
        let isUnfinished = atEnd && last.kind == .punctuator && !last.is(")") && !last.is("]") && !last.is("}")
        let isSeparated = current.is(";") || current.is(",")
        let next = isUnfinished ? end : atEnd ? last.span.end + 1 : current.span.start + (isSeparated ? 1 : 0)
        let start = max(name.span.end, next)
        table.declarations[index].visibility = min(start, end)..<end
        if isGlobal { globals[name.text] = index } else { scopes[scopes.count - 1].names[name.text] = index }
    }
}
