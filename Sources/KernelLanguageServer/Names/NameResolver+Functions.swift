import KernelLanguage

extension NameResolver {
    /// Reads a function from its name on, with its body if there is one.
    mutating func readFunction(_ head: Head, isKernel: Bool, from first: Int) {
        let name = current
        owner = name.text
        var outline = FunctionOutline(
            name: name.text, nameSpan: name.span, isKernel: isKernel, returnText: head.text,
            returnTypeName: head.typeName, parameterSpan: ahead(1).span, span: tokens[first].span)
        let index: Int
        if let known = functions[name.text] {
            index = known
            table.declarations[known].nameSpans.append(name.span)
            addDeclaredName(known)
        } else {
            index = declare(
                Declaration(kind: .function, name: name.text, nameSpans: [name.span], visibility: 0..<end))
            functions[name.text] = index
        }
        advance()  // (
        open()
        outline.parameters = readParameters()
        // An open list goes on to the next token.
        let parameterEnd = current.is(")") ? current.span.end : atEnd ? end : current.span.start + 1
        outline.parameterSpan.end = max(outline.parameterSpan.end, parameterEnd)
        _ = expect(")")
        if current.is("{") {
            let start = current.span
            readBlock()
            outline.bodySpan = start.joined(with: tokens[max(0, position - 1)].span)
            if !tokens[max(0, position - 1)].is("}") || isUnwinding {
                outline.bodySpan = SourceSpan(start: start.start, end: atEnd ? end : current.span.start)
            }
        } else {
            _ = expect(";")
        }
        outline.span = outline.span.joined(with: tokens[max(0, position - 1)].span)
        close(at: outline.bodySpan?.end ?? outline.span.end)
        table.declarations[index].functions.append(outline)
        owner = ""
    }

    private mutating func readParameters() -> [FunctionOutline.Parameter] {
        var parameters: [FunctionOutline.Parameter] = []
        while !current.is(")"), !current.is("{"), !current.is("}"), !current.is(";"), !atEnd, !startsKernel {
            let start = position
            if let parameter = readParameter() { parameters.append(parameter) }
            if !expect(","), position == start { advance() }
        }
        return parameters
    }

    private mutating func readParameter() -> FunctionOutline.Parameter? {
        let first = position
        while current.kind == .identifier,
            Self.qualifiers.contains(current.text) || LanguageWords.parameters[current.text] != nil
        {
            take(.keyword)
        }
        guard isType(at: position) || (current.kind == .identifier && ahead(1).kind == .identifier) else {
            takeExpression(until: [",", ")"])
            return nil
        }
        if current.isWord("void"), ahead(1).is(")") {
            take(.type)
            return nil
        }
        let head = readHead(from: first)
        var parameter = FunctionOutline.Parameter(
            text: head.text, typeName: head.typeName, isArray: !head.arrayText.isEmpty)
        guard current.kind == .identifier, !isType(at: position) else { return parameter }
        let name = current.text
        let index = declare(
            Declaration(
                kind: .parameter, name: name, nameSpans: [current.span], typeText: head.text,
                typeName: head.typeName, isConstant: head.isConstant, visibility: current.span.end..<end,
                owner: owner))
        if current.is("[") {
            table.declarations[index].arrayText = readBrackets()
            parameter.isArray = true
        }
        parameter.text = "\(head.text) \(name)\(table.declarations[index].arrayText)"
        scopes[scopes.count - 1].names[name] = index
        return parameter
    }
}
