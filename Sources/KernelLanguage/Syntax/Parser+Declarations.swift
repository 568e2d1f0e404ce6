extension Parser {
    /// The part of a declaration before the declared names: qualifiers, type and array size.
    struct DeclarationHead {
        var type: KernelType
        var size: ArraySize
        var isConstant = false
        var isUniform = false
        var span: SourceSpan
    }

    private static let ignoredQualifiers: Set<String> = [
        "highp", "mediump", "lowp", "static", "inline", "varying", "invariant",
    ]
    private static let qualifiers = ignoredQualifiers.union(["const", "uniform"])

    /// Parses a whole source.
    mutating func declarations() {
        while !atEnd, !sink.isFull {
            do throws(Failure) {
                try declaration()
            } catch {
                skipDeclaration()
            }
        }
    }

    /// Whether a variable declaration starts at the current token.
    func startsDeclaration() -> Bool {
        guard current.kind == .identifier else { return false }
        if Self.qualifiers.contains(current.text), next.kind == .identifier { return true }
        guard types[current.text] != nil || current.text == "__table" else {
            // `half4 c` names an unknown type. Return true here, so that parsing the declaration reports it.
            return next.kind == .identifier && RelatedLanguageHelp.types[current.text] != nil
        }
        if next.kind == .identifier { return true }
        // `vec2[3] a` is a declaration, `vec2[3](…)` an expression.
        guard next.is("[") else { return false }
        var depth = 0
        for index in (position + 1)..<tokens.count {
            if tokens[index].is("[") { depth += 1 }
            if tokens[index].is("]") { depth -= 1 }
            if depth == 0 { return index + 1 < tokens.count && tokens[index + 1].kind == .identifier }
        }
        return false
    }

    private mutating func declaration() throws(Failure) {
        if take(";") { return }
        let start = current.span
        if current.isWord("precision") { return try precision() }
        if current.is("}") {
            throw fail("unmatched '}'", at: start, help: "a '{' is missing, or there is one '}' too many")
        }
        if let help = Self.foreignDeclarations[current.text], current.kind == .identifier {
            throw fail("'\(current.text)' is not supported here", at: start, help: help)
        }
        let isKernel = current.isWord("kernel")
        if isKernel { advance() }
        let head = try declarationHead(allowUniform: true)
        let name = current
        guard name.kind == .identifier else {
            throw fail("expected a name, found \(name.shown)", at: name.span)
        }
        if next.is("(") {
            let declaration = try function(head, isKernel: isKernel, start: start)
            return tree.declarations.append(.function(declaration))
        }
        if isKernel { throw fail("expected '(' after the name of the kernel", at: next.span) }
        for variable in try variables(after: head) { tree.declarations.append(.variable(variable)) }
    }

    private static let foreignDeclarations = [
        "return": "statements stand inside a function; check the braces before this",
        "if": "statements stand inside a function; check the braces before this",
        "for": "statements stand inside a function; check the braces before this",
        "while": "statements stand inside a function; check the braces before this",
        "else": "statements stand inside a function; check the braces before this",
        "struct": "pass and return vectors, or use several variables", "typedef": "write the type out, or #define it",
        "extern":
            "this is Metal; write the kernel in the Core Image Kernel Language: kernel vec4 name(__sample s) { … }",
        "using": "this is Metal; write the kernel in the Core Image Kernel Language",
        "namespace": "this is Metal; write the kernel in the Core Image Kernel Language",
        "template": "this is Metal; write the kernel in the Core Image Kernel Language",
        "attribute": "declare a parameter of the kernel", "layout": "declare a parameter of the kernel",
    ]

    mutating func declarationHead(allowUniform: Bool) throws(Failure) -> DeclarationHead {
        var head = DeclarationHead(type: .float, size: .none, span: current.span)
        while current.kind == .identifier, Self.qualifiers.contains(current.text) {
            if current.text == "const" { head.isConstant = true }
            if current.text == "uniform" {
                if !allowUniform { sink.error("'uniform' stands inside a function", current.span, help: "write const") }
                head.isUniform = true
            }
            advance()
        }
        (head.type, _) = try typeName()
        head.size = try arrayBrackets()
        return head
    }

    /// Parses a type. Also returns its spelling in the source.
    private mutating func typeName() throws(Failure) -> (KernelType, String) {
        let token = current
        guard token.kind == .identifier else {
            throw fail("expected a type such as vec4, found \(token.shown)", at: token.span)
        }
        if token.text == "__table" {
            advance()
            _ = takeWord("sampler")
            return (KernelType(.table), "__table")
        }
        guard let type = types[token.text] else {
            if next.is("("), token.text != "kernel" {
                throw fail(
                    "'\(token.text)' has no return type", at: token.span,
                    help: "write kernel vec4 \(token.text)(…), or its type")
            }
            throw unknownType(token.text, token.span)
        }
        advance()
        return (type, token.text)
    }

    mutating func variables(allowUniform: Bool) throws(Failure) -> [VariableSyntax] {
        let head = try declarationHead(allowUniform: allowUniform)
        return try variables(after: head)
    }

    private mutating func variables(after head: DeclarationHead) throws(Failure) -> [VariableSyntax] {
        var variables: [VariableSyntax] = []
        repeat {
            guard case .variable(let variable) = try variable(head) else { throw Failure() }
            variables.append(variable)
        } while take(",")
        try expect(";", after: "the declaration of '\(variables.last?.name ?? "")'")
        return variables
    }

    /// Parses one declared name with its array size and initial value.
    mutating func variable(_ head: DeclarationHead) throws(Failure) -> Declaration {
        let name = current
        guard name.kind == .identifier else { throw fail("expected a name, found \(name.shown)", at: name.span) }
        if types[name.text] != nil || name.text == "kernel" {
            throw fail("'\(name.text)' is a word of the language and cannot name a variable", at: name.span)
        }
        advance()
        var size = head.size
        if current.is("[") {
            guard size == .none else {
                throw fail("arrays of arrays are not supported", at: current.span, help: "use one array: a[i * n + j]")
            }
            size = try arrayBrackets()
        }
        if current.is("(") {
            throw fail(
                "a function cannot be declared inside a function", at: name.span,
                help: "move '\(name.text)' before the function around it, or close that with '}'")
        }
        var value: ExpressionID?
        if take("=") { value = current.is("{") ? try list() : try assignment() }
        return .variable(
            VariableSyntax(
                name: name.text, nameSpan: name.span, type: head.type, size: size, isConstant: head.isConstant,
                isUniform: head.isUniform, value: value))
    }

    private mutating func list() throws(Failure) -> ExpressionID {
        let start = current.span
        advance()
        var values: [ExpressionID] = []
        while !current.is("}") {
            if current.is("{") {
                throw fail("lists inside lists are not supported", at: current.span, help: "write vec2(…) …")
            }
            values.append(try assignment())
            if !take(",") { break }
        }
        try expect("}", after: "the values")
        return add(.list(values), start.joined(with: lastSpan))
    }

    private mutating func function(
        _ head: DeclarationHead, isKernel: Bool, start: SourceSpan
    ) throws(Failure) -> FunctionSyntax {
        let name = current
        if types[name.text] != nil {
            throw fail("'\(name.text)' is a type and cannot name a function", at: name.span)
        }
        advance()
        try expect("(", after: "the name of the function")
        let parameters = try parameters()
        var body: StatementID?
        if current.is("{") {
            body = try block()
        } else if !take(";") {
            throw fail(
                "expected '{' or ';' after the parameters of '\(name.text)', found \(current.shown)", at: current.span)
        }
        return FunctionSyntax(
            name: name.text, nameSpan: name.span, isKernel: isKernel, returnType: head.type, returnSize: head.size,
            returnSpan: head.span, parameters: parameters, body: body, span: start.joined(with: lastSpan))
    }

    private mutating func parameters() throws(Failure) -> [ParameterSyntax] {
        if take(")") { return [] }
        if current.isWord("void"), next.is(")") {
            advance()
            advance()
            return []
        }
        var parameters: [ParameterSyntax] = []
        repeat {
            parameters.append(try parameter())
            if parameters.count > limits.parameters {
                throw fail("more than \(limits.parameters) parameters", at: lastSpan, help: "pass vectors")
            }
        } while take(",")
        try expect(")", after: "the parameters")
        return parameters
    }

    private mutating func parameter() throws(Failure) -> ParameterSyntax {
        let start = current.span
        var direction = ParameterSyntax.Direction.in
        var isConstant = false
        while current.kind == .identifier {
            if let word = ParameterSyntax.Direction(rawValue: current.text) {
                direction = word
            } else if current.text == "const" {
                isConstant = true
            } else if current.text != "uniform", !Self.ignoredQualifiers.contains(current.text) {
                break
            }
            advance()
        }
        let (type, spelling) = try typeName()
        var size = try arrayBrackets()
        var name = ""
        var span = start
        if current.kind == .identifier {
            (name, span) = (current.text, current.span)
            if types[name] != nil {
                throw fail("'\(name)' is a word of the language and cannot name a parameter", at: span)
            }
            advance()
            if current.is("[") { size = try arrayBrackets() }
        }
        return ParameterSyntax(
            name: name, span: span, type: type, size: size, direction: direction, isConstant: isConstant,
            spelling: spelling)
    }

    /// Skips to the end of the current declaration after an error: after the body or the `;`, or before the next
    /// kernel.
    private mutating func skipDeclaration() {
        var depth = 0
        while !atEnd {
            if depth == 0, current.isWord("kernel"), current.startsLine, position > 0,
                !tokens[position - 1].is("kernel")
            {
                return
            }
            if current.is("{") { depth += 1 }
            let closes = current.is("}")
            let isEnd = current.is(";") && depth == 0
            advance()
            if closes { depth -= 1 }
            if isEnd || (closes && depth <= 0) { return }
        }
    }
}
