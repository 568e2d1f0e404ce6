import UntrustedInput

extension Parser {
    /// Parses the statements of a block, including both braces.
    mutating func block() throws(Failure) -> StatementID {
        let start = current.span
        try expect("{", after: "the head")
        var statements: [StatementID] = []
        while !current.is("}") {
            if atEnd { throw fail("this '{' is never closed", at: start, help: "add '}'") }
            if sink.isFull { throw Failure() }
            do throws(Failure) {
                statements.append(try statement())
            } catch {
                skipStatement()
                // A kernel inside a function means that a brace is missing. Continue with that kernel.
                if atEnd || current.isWord("kernel") { throw error }
            }
        }
        advance()
        return add(.block(statements), start.joined(with: lastSpan))
    }

    mutating func statement() throws(Failure) -> StatementID {
        try nested { parser throws(Failure) in try parser.anyStatement() }
    }

    private mutating func anyStatement() throws(Failure) -> StatementID {
        let start = current
        if start.is("{") { return try block() }
        if take(";") { return add(.empty, start.span) }
        guard start.kind == .identifier else { return try expressionStatement() }
        if let help = Self.unsupported[start.text], !next.is("="), !next.is(".") {
            throw fail("'\(start.text)' is not supported", at: start.span, help: help)
        }
        switch start.text {
        case "if": return try choice()
        case "for": return try forLoop()
        case "while": return try whileLoop()
        case "do": return try doLoop()
        case "break", "continue":
            advance()
            try expect(";", after: "'\(start.text)'")
            return add(start.text == "break" ? .breakLoop : .continueLoop, start.span)
        case "return":
            advance()
            if take(";") { return add(.returnValue(nil), start.span) }
            let value = try expression()
            try expect(";", after: "the returned value")
            return add(.returnValue(value), start.span.joined(with: span(value)))
        case "precision":
            try precision()
            return add(.empty, start.span)
        case "else":
            throw fail(
                "this 'else' has no 'if'", at: start.span,
                help: "an 'if' without braces has one statement; put several into { }, without ';' after '}'")
        default: break
        }
        if startsDeclaration() {
            let variables = try variables(allowUniform: false)
            return add(.variables(variables), start.span.joined(with: lastSpan))
        }
        return try expressionStatement()
    }

    private static let unsupported = [
        "switch": "write if … else if … else", "case": "write if … else if … else", "goto": "use loops and functions",
        "discard": "a kernel computes every pixel; return vec4(0.0) for a transparent one",
        "struct": "pass and return vectors, or use several variables", "typedef": "write the type out",
    ]

    private mutating func expressionStatement() throws(Failure) -> StatementID {
        let value = try expression()
        if !current.is(";"), case .name(let name) = tree[value].kind, current.kind == .identifier {
            throw unknownType(name, span(value))
        }
        try expect(";", after: "the statement")
        return add(.expression(value), span(value).joined(with: lastSpan))
    }

    mutating func unknownType(_ name: String, _ span: SourceSpan) -> Failure {
        let help =
            RelatedLanguageHelp.types[name] ?? NearestName.of(name, among: types.keys).map { "did you mean '\($0)'?" }
        return fail("'\(name)' is not a type", at: span, help: help)
    }

    private mutating func choice() throws(Failure) -> StatementID {
        let start = current.span
        var arms: [(condition: ExpressionID, body: StatementID)] = []
        var otherwise: StatementID?
        repeat {
            advance()
            try expect("(", after: "'if'")
            let condition = try expression()
            try expect(")", after: "the condition")
            arms.append((condition, try statement()))
            guard takeWord("else") else { break }
            if !current.isWord("if") { otherwise = try statement() }
        } while otherwise == nil
        return add(.conditional(arms, otherwise: otherwise), start.joined(with: lastSpan))
    }

    private mutating func forLoop() throws(Failure) -> StatementID {
        let start = current.span
        advance()
        try expect("(", after: "'for'")
        let first = try startsLoopHead()
        var condition: LoopCondition?
        if !current.is(";") { condition = try loopCondition() }
        try expect(";", after: "the condition of 'for'")
        var step: ExpressionID?
        if !current.is(")") { step = try expression() }
        try expect(")", after: "the head of 'for'")
        let body = try statement()
        return add(.forLoop(start: first, condition: condition, step: step, body: body), start.joined(with: lastSpan))
    }

    private mutating func startsLoopHead() throws(Failure) -> StatementID {
        let start = current.span
        if take(";") { return add(.empty, start) }
        if startsDeclaration() {
            return add(.variables(try variables(allowUniform: false)), start.joined(with: lastSpan))
        }
        return try expressionStatement()
    }

    private mutating func loopCondition() throws(Failure) -> LoopCondition {
        guard startsDeclaration() else { return .expression(try expression()) }
        guard case .variable(let declaration) = try variable(try declarationHead(allowUniform: false)) else {
            throw Failure()
        }
        return .variable(declaration)
    }

    private mutating func whileLoop() throws(Failure) -> StatementID {
        let start = current.span
        advance()
        try expect("(", after: "'while'")
        let condition = try loopCondition()
        try expect(")", after: "the condition")
        let body = try statement()
        return add(.whileLoop(condition, body: body), start.joined(with: lastSpan))
    }

    private mutating func doLoop() throws(Failure) -> StatementID {
        let start = current.span
        advance()
        let body = try statement()
        guard takeWord("while") else { throw fail("expected 'while' after the body of 'do'", at: current.span) }
        try expect("(", after: "'while'")
        let condition = try expression()
        try expect(")", after: "the condition")
        try expect(";", after: "the loop")
        return add(.doLoop(body: body, condition: condition), start.joined(with: lastSpan))
    }

    /// Skips `precision highp float;`. It has no effect, because every float has 32 bits.
    mutating func precision() throws(Failure) {
        advance()
        while current.kind == .identifier { advance() }
        try expect(";", after: "the precision")
    }

    /// Skips to after the next `;` or block, or to the brace that closes the enclosing block, after an error.
    private mutating func skipStatement() {
        var depth = 0
        while !atEnd {
            if current.is("{") { depth += 1 }
            if current.is("}") {
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    advance()
                    return
                }
            }
            if depth == 0, current.isWord("kernel"), current.startsLine { return }
            let isEnd = current.is(";") && depth == 0
            advance()
            if isEnd { return }
        }
    }
}
