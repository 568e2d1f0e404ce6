extension Parser {
    /// Parses an expression that may contain comma operators.
    mutating func expression() throws(Failure) -> ExpressionID {
        var left = try assignment()
        while current.is(",") {
            let mark = current.span
            advance()
            let right = try assignment()
            left = add(.comma(left, right), span(left).joined(with: span(right)), mark: mark)
        }
        return left
    }

    /// Parses an expression without a comma at its top level, such as an argument or an initial value.
    mutating func assignment() throws(Failure) -> ExpressionID {
        try nested { parser throws(Failure) in
            let left = try parser.conditional()
            let mark = parser.current.span
            let text = parser.current.text
            let operation = Self.assignments[text]
            guard parser.current.kind == .punctuator, text == "=" || operation != nil else { return left }
            parser.advance()
            let right = try parser.assignment()
            return parser.add(
                .assign(operation, left, right), parser.span(left).joined(with: parser.span(right)), mark: mark)
        }
    }

    private static let assignments: [String: BinaryOperator] = [
        "+=": .add, "-=": .subtract, "*=": .multiply, "/=": .divide, "%=": .remainder, "<<=": .shiftLeft,
        ">>=": .shiftRight, "&=": .bitAnd, "|=": .bitOr, "^=": .bitXor,
    ]

    private mutating func conditional() throws(Failure) -> ExpressionID {
        let condition = try binary(precedence: 1)
        guard current.is("?") else { return condition }
        let mark = current.span
        advance()
        return try nested { parser throws(Failure) in
            let first = try parser.expression()
            try parser.expect(":", after: "the first choice of '?'")
            let second = try parser.assignment()
            return parser.add(
                .conditional(condition, first, second), parser.span(condition).joined(with: parser.span(second)),
                mark: mark)
        }
    }

    private mutating func binary(precedence: Int) throws(Failure) -> ExpressionID {
        var left = try unary()
        while current.kind == .punctuator, let operation = BinaryOperator(rawValue: current.text),
            operation.precedence >= precedence
        {
            let mark = current.span
            advance()
            let right = try binary(precedence: operation.precedence + 1)
            left = add(.binary(operation, left, right), span(left).joined(with: span(right)), mark: mark)
        }
        return left
    }

    private mutating func unary() throws(Failure) -> ExpressionID {
        guard current.kind == .punctuator else { return try postfix() }
        let mark = current.span
        if let step = StepOperator(rawValue: current.text) {
            advance()
            let operand = try nested { parser throws(Failure) in try parser.unary() }
            return add(.step(step, isPrefix: true, operand), mark.joined(with: span(operand)), mark: mark)
        }
        guard let operation = UnaryOperator(rawValue: current.text) else { return try postfix() }
        advance()
        let operand = try nested { parser throws(Failure) in try parser.unary() }
        return add(.unary(operation, operand), mark.joined(with: span(operand)), mark: mark)
    }

    private mutating func postfix() throws(Failure) -> ExpressionID {
        var base = try primary()
        var links = 0
        while current.kind == .punctuator {
            let mark = current.span
            if take("[") {
                let index = try expression()
                try expect("]", after: "the index")
                base = add(.subscripted(base, index), span(base).joined(with: lastSpan), mark: mark)
            } else if take(".") {
                base = try member(of: base)
            } else if let step = StepOperator(rawValue: current.text) {
                advance()
                base = add(.step(step, isPrefix: false, base), span(base).joined(with: mark), mark: mark)
            } else if current.is("("), case .name = tree[base].kind {
                throw fail("a function's name is expected before '('", at: span(base))
            } else {
                break
            }
            links += 1
            if links > limits.nesting {
                throw fail("more than \(limits.nesting) indices and members in a row", at: mark, help: "use a variable")
            }
        }
        return base
    }

    private mutating func member(of base: ExpressionID) throws(Failure) -> ExpressionID {
        let name = current
        guard name.kind == .identifier else {
            throw fail("expected components such as .rgb or .x after '.', found \(name.shown)", at: name.span)
        }
        advance()
        let whole = span(base).joined(with: name.span)
        guard current.is("(") else { return add(.member(base, name.text), whole, mark: name.span) }
        guard name.text == "length", next.is(")") else {
            throw fail(
                "values have no functions of their own such as '\(name.text)'", at: name.span,
                help: Self.methodHelp[name.text] ?? "call a function: \(name.text)(…)")
        }
        advance()
        advance()
        return add(.length(base), whole.joined(with: lastSpan), mark: name.span)
    }

    /// Help for method calls that are valid in Metal kernels only.
    private static let methodHelp = [
        "sample": "write sample(image, point)", "coord": "write samplerCoord(image), or destCoord()",
        "transform": "write samplerTransform(image, point)", "extent": "write samplerExtent(image)",
        "size": "write samplerSize(image)", "origin": "write samplerOrigin(image)",
    ]

    private mutating func primary() throws(Failure) -> ExpressionID {
        let token = current
        switch token.kind {
        case .integer:
            advance()
            return try integer(token)
        case .float:
            advance()
            guard let value = Float(token.text), value.isFinite else {
                throw fail(
                    "\(token.shown) is too large for a float", at: token.span, help: "the largest float is 3.4e38")
            }
            return add(.float(value), token.span)
        case .identifier: return try word(token)
        case .punctuator where token.is("("):
            advance()
            let inner = try expression()
            try expect(")", after: "the expression")
            // Parentheses make no node. The inner node's span grows, so that diagnostics underline the parentheses too.
            tree.expressions[Int(inner.index)].span = token.span.joined(with: lastSpan)
            return inner
        default: throw fail("expected an expression, found \(token.shown)", at: token.span)
        }
    }

    private mutating func integer(_ token: Token) throws(Failure) -> ExpressionID {
        let text = token.text
        let value: UInt64? =
            if text.hasPrefix("0x") || text.hasPrefix("0X") {
                UInt64(text.dropFirst(2), radix: 16)
            } else if text.count > 1, text.hasPrefix("0") {
                UInt64(text.dropFirst(), radix: 8)
            } else {
                UInt64(text)
            }
        // Hexadecimal and octal literals may use all 32 bits. A decimal literal may be 2³¹, the operand of
        // `-2147483648`.
        let highest: UInt64 = text.hasPrefix("0") ? UInt64(UInt32.max) : 1 << 31
        guard let value, value <= highest else {
            let isOctal = text.count > 1 && text.hasPrefix("0") && text.contains { $0 == "8" || $0 == "9" }
            throw fail(
                isOctal ? "\(token.shown) starts with 0 and is read as octal" : "\(token.shown) is not a 32-bit number",
                at: token.span, help: isOctal ? "remove the leading 0" : "write a float: \(text.prefix(40)).0")
        }
        return add(.int(Int32(truncatingIfNeeded: value)), token.span)
    }

    private mutating func word(_ token: Token) throws(Failure) -> ExpressionID {
        if token.text == "true" || token.text == "false" {
            advance()
            return add(.bool(token.text == "true"), token.span)
        }
        if let type = types[token.text] {
            advance()
            return try construction(type, token)
        }
        if let message = Self.reserved[token.text] {
            throw fail("'\(token.text)' is not supported in an expression", at: token.span, help: message)
        }
        advance()
        guard current.is("(") else { return add(.name(token.text), token.span) }
        let arguments = try arguments()
        return add(.call(token.text, arguments), token.span.joined(with: lastSpan), mark: token.span)
    }

    /// Help for keywords that occur where an expression is expected.
    private static let reserved = [
        "else": "an 'else' needs an 'if' right before it; check the braces", "if": "write condition ? a : b",
        "return": "end the statement before 'return' with ';'", "for": "end the statement before 'for' with ';'",
        "while": "end the statement before 'while' with ';'", "kernel": "close the function before it with '}'",
    ]

    private mutating func construction(_ type: KernelType, _ token: Token) throws(Failure) -> ExpressionID {
        let size = try arrayBrackets()
        guard current.is("(") else {
            throw fail(
                "the type \(token.text) stands where a value is expected", at: token.span,
                help: "convert a value with \(token.text)(…), or declare a variable in a statement of its own")
        }
        let arguments = try arguments()
        return add(.construct(type, size, arguments), token.span.joined(with: lastSpan), mark: token.span)
    }

    /// Parses `[n]`, `[]` or nothing.
    mutating func arrayBrackets() throws(Failure) -> ArraySize {
        guard take("[") else { return .none }
        if take("]") { return .counted }
        let size = try expression()
        try expect("]", after: "the array's size")
        if current.is("[") {
            throw fail(
                "arrays of arrays are not supported", at: current.span,
                help: "use one array and compute the index: a[i * n + j]")
        }
        return .given(size)
    }

    private mutating func arguments() throws(Failure) -> [ExpressionID] {
        try expect("(", after: "the name")
        if take(")") { return [] }
        if current.isWord("void"), next.is(")") {
            advance()
            advance()
            return []
        }
        var arguments: [ExpressionID] = []
        repeat { arguments.append(try assignment()) } while take(",")
        try expect(")", after: "the arguments")
        return arguments
    }
}
