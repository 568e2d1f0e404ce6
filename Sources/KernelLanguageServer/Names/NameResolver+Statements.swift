import KernelLanguage

extension NameResolver {
    /// Reads a block with its braces, as far as it goes.
    mutating func readBlock() {
        open()
        advance()  // {
        while !current.is("}"), !atEnd, !isUnwinding {
            if startsKernel || startsFunction() {
                isUnwinding = true
                break
            }
            let start = position
            readStatement()
            if position == start { advance() }
        }
        close(at: atEnd ? end : current.span.start)
        if !isUnwinding { _ = expect("}") }
    }

    /// Reads a statement with a scope of its own.
    private mutating func readScopedStatement() {
        open()
        readStatement()
        close(at: tokens[max(0, position - 1)].span.end)
    }

    private mutating func readStatement() {
        // Text that is nested deeper than the compiler allows is taken token by token.
        guard nesting < KernelLimits.standard.nesting else { return takeExpressionToken() }
        nesting += 1
        defer { nesting -= 1 }
        if current.is("{") { return readBlock() }
        guard current.kind == .identifier, macroUses[position] == nil else { return readExpressionStatement() }
        switch current.text {
        case "if":
            take(.keyword)
            takeParentheses()
            readScopedStatement()
            // A loop, so that a long chain isn't deeply nested.
            while current.isWord("else"), !isUnwinding {
                take(.keyword)
                if current.isWord("if") {
                    take(.keyword)
                    takeParentheses()
                }
                readScopedStatement()
            }
        case "for": readFor()
        case "while":
            open()
            take(.keyword)
            if expect("(") {
                readCondition()
                _ = expect(")")
            }
            readScopedStatement()
            close(at: tokens[max(0, position - 1)].span.end)
        case "do":
            take(.keyword)
            readScopedStatement()
            if current.isWord("while") {
                take(.keyword)
                takeParentheses()
                _ = expect(";")
            }
        case "precision": skipPrecision()
        case "return", "break", "continue", "else":
            take(.keyword)
            if !current.startsLine || !startsVariables() { readExpressionStatement() }
        default:
            if startsVariables() { readVariablesStatement() } else { readExpressionStatement() }
        }
    }

    private func startsVariables() -> Bool {
        current.kind == .identifier
            && (startsDeclarator() || (Self.qualifiers.contains(current.text) && ahead(1).kind == .identifier))
    }

    private mutating func readVariablesStatement() {
        let first = position
        takeQualifiers()
        guard current.kind == .identifier else { return readExpressionStatement() }
        readVariables(readHead(from: first), isGlobal: false)
    }

    private mutating func readExpressionStatement() {
        takeExpression(until: [])
        _ = expect(";")
    }

    private mutating func readFor() {
        open()
        take(.keyword)
        if expect("(") {
            if startsVariables() { readVariablesStatement() } else { readExpressionStatement() }
            readCondition()
            if expect(";") {
                takeExpression(until: [")"])
            }
            _ = expect(")")
        }
        readScopedStatement()
        close(at: tokens[max(0, position - 1)].span.end)
    }

    private mutating func readCondition() {
        guard startsVariables() else { return takeExpression(until: [")"]) }
        let first = position
        takeQualifiers()
        let head = readHead(from: first)
        if current.kind == .identifier { readVariable(head, isGlobal: false) }
        takeExpression(until: [")"])
    }

    mutating func skipPrecision() {
        while current.kind == .identifier {
            take(isType(at: position) ? .type : .keyword)
        }
        _ = expect(";")
    }

    // MARK: Expressions

    private mutating func takeParentheses() {
        guard expect("(") else { return }
        takeExpression(until: [")"])
        _ = expect(")")
    }

    /// Takes the tokens of an expression up to one of the punctuators outside of brackets, or to where an expression
    /// must end: `;`, a brace, or a declaration.
    mutating func takeExpression(until stops: Set<String>) {
        var depth = 0
        let start = position
        while !atEnd {
            if depth == 0, position > start, startsStatement() { return }
            if depth == 0, current.kind == .punctuator, stops.contains(current.text) { return }
            if current.is(";") || current.is("{") || current.is("}") { return }
            if current.kind == .identifier, startsKernel || endsExpression() { return }
            if current.is("(") || current.is("[") { depth += 1 }
            if current.is(")") || current.is("]") { depth = max(0, depth - 1) }
            takeExpressionToken()
        }
    }

    /// Whether a `;` is missing before the current word, which begins a line behind an operand.
    private func startsStatement() -> Bool {
        guard current.kind == .identifier, current.startsLine, macroUses[position] == nil else { return false }
        let last = tokens[position - 1]
        return macroUses[position - 1] == nil && last.kind != .punctuator || last.is(")") || last.is("]")
    }

    /// Whether the current word can't be part of an expression, because a `;` is missing before it.
    private func endsExpression() -> Bool {
        if current.startsLine, ["if", "for", "while", "do", "return", "break", "continue"].contains(current.text) {
            return true
        }
        return isType(at: position) && ahead(1).kind == .identifier && !current.isWord("void")
    }

    /// Takes one token of an expression, and resolves it if it is a name.
    mutating func takeExpressionToken() {
        guard current.kind == .identifier else { return advance() }
        guard macroUses[position] == nil else { return advance() }
        let name = current.text
        if position > 0, tokens[position - 1].is(".") { return take(.member) }
        if isType(at: position) { return take(.type) }
        if LanguageWords.reserved.contains(name), lookUp(name) == nil, globals[name] == nil { return take(.keyword) }
        var occurrence = Occurrence(span: current.span, name: name, meaning: .unknown)
        if ahead(1).is("(") {
            occurrence.argumentCount = brackets.argumentCounts[position + 1] ?? 0
        } else {
            occurrence.isWrite = isWritten()
            if let index = lookUp(name) { occurrence.meaning = .declared(index) }
        }
        if occurrence.meaning == .unknown { pending.append(table.occurrences.count) }
        table.occurrences.append(occurrence)
        advance()
    }

    /// Whether the name at the current token is assigned to.
    private func isWritten() -> Bool {
        if position > 0, tokens[position - 1].is("++") || tokens[position - 1].is("--") { return true }
        var index = position + 1
        while index + 1 < tokens.count, tokens[index].is("."), tokens[index + 1].kind == .identifier { index += 2 }
        guard index < tokens.count, tokens[index].kind == .punctuator else { return false }
        return [
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--",
        ].contains(tokens[index].text)
    }
}
