import KernelLanguage

extension LanguageSession {
    /// Answers a request about a document.
    mutating func answerFeature(
        _ method: String, _ message: IncomingMessage
    ) throws(ResponseError) -> JSONValue {
        switch method {
        case "textDocument/completion":
            let (kernels, offset) = try place(message)
            return completionList(kernels, offset)
        case "textDocument/hover":
            let (kernels, offset) = try place(message)
            return hover(kernels, offset)
        case "textDocument/signatureHelp":
            let (kernels, offset) = try place(message)
            return signatureHelp(kernels, offset)
        case "textDocument/definition":
            let (kernels, offset, uri) = try placeInDocument(message)
            return locations(kernels.definitions(at: offset), in: kernels, uri)
        case "textDocument/references": return try references(message)
        case "textDocument/documentHighlight":
            let (kernels, offset) = try place(message)
            let found = kernels.highlights(at: offset)
            return .array(
                zip(ranges(found.map(\.span), in: kernels), found)
                    .map { ["range": $0, "kind": $1.isWrite ? 3 : 2] })
        case "textDocument/prepareRename": return try prepareRename(message)
        case "textDocument/rename": return try rename(message)
        case "textDocument/documentSymbol": return try symbols(message)
        case "textDocument/formatting", "textDocument/rangeFormatting": return try formatting(message)
        case "textDocument/semanticTokens/full": return try semanticTokens(message)
        default: throw ResponseError(.methodNotFound, "'\(method)' isn't supported")
        }
    }

    // MARK: Places

    private mutating func document(_ uri: String) throws(ResponseError) -> KernelDocument {
        guard let kernels = documents[uri]?.kernels() else {
            throw ResponseError(.invalidParameters, "the document isn't open: \(uri)")
        }
        return kernels
    }

    private mutating func placeInDocument(
        _ message: IncomingMessage
    ) throws(ResponseError) -> (kernels: KernelDocument, offset: Int, uri: String) {
        let parameters = try message.parameters(RequestParameters.Place.self)
        let kernels = try document(parameters.textDocument.uri)
        return (kernels, kernels.text.offset(of: parameters.position, encoding), parameters.textDocument.uri)
    }

    private mutating func place(_ message: IncomingMessage) throws(ResponseError) -> (KernelDocument, Int) {
        let found = try placeInDocument(message)
        return (found.kernels, found.offset)
    }

    func range(_ span: SourceSpan, in kernels: KernelDocument) -> JSONValue { ranges([span], in: kernels)[0] }

    /// Returns the ranges of spans. Those in source order take time proportional to the text's length only.
    private func ranges(_ spans: [SourceSpan], in kernels: KernelDocument) -> [JSONValue] {
        var counter = ColumnCounter(kernels.text, encoding)
        func json(_ offset: Int) -> JSONValue {
            let position = counter.position(of: offset)
            return ["line": .number(position.line), "character": .number(position.character)]
        }
        return spans.map { ["start": json($0.start), "end": json($0.end)] }
    }

    private func locations(_ spans: [SourceSpan], in kernels: KernelDocument, _ uri: String) -> JSONValue {
        .array(ranges(spans, in: kernels).map { ["uri": .string(uri), "range": $0] })
    }

    // MARK: Names

    private mutating func references(_ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        let parameters = try message.parameters(RequestParameters.References.self)
        let kernels = try document(parameters.textDocument.uri)
        let offset = kernels.text.offset(of: parameters.position, encoding)
        let spans = kernels.references(
            at: offset, includingDeclarations: parameters.context.includeDeclaration)
        return locations(spans, in: kernels, parameters.textDocument.uri)
    }

    private mutating func prepareRename(_ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        let (kernels, offset) = try place(message)
        do throws(RenameRefusal) {
            let (name, span) = try kernels.renamable(at: offset)
            return ["range": range(span, in: kernels), "placeholder": .string(name)]
        } catch {
            throw ResponseError(.requestFailed, error.description)
        }
    }

    private mutating func rename(_ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        let parameters = try message.parameters(RequestParameters.Rename.self)
        let uri = parameters.textDocument.uri
        let kernels = try document(uri)
        let offset = kernels.text.offset(of: parameters.position, encoding)
        do throws(RenameRefusal) {
            let edits = edits(try kernels.rename(at: offset, to: parameters.newName), in: kernels)
            return ["changes": .object([.init(key: uri, value: edits)])]
        } catch {
            throw ResponseError(.requestFailed, error.description)
        }
    }

    private func edits(_ replacements: [TextReplacement], in kernels: KernelDocument) -> JSONValue {
        .array(
            zip(ranges(replacements.map(\.span), in: kernels), replacements)
                .map { ["range": $0, "newText": .string($1.text)] })
    }

    // MARK: Whole documents

    private mutating func symbols(_ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        let uri = try message.parameters(RequestParameters.WholeDocument.self).textDocument.uri
        let kernels = try document(uri)
        let symbols = kernels.symbols()
        let whole = ranges(symbols.map(\.span), in: kernels)
        let names = ranges(symbols.map(\.nameSpan), in: kernels)
        return .array(
            symbols.indices.map { index in
                let symbol = symbols[index]
                let kind: JSONValue =
                    switch symbol.kind {
                    case .kernel, .function: 12
                    case .constant, .macro: 14
                    case .variable: 13
                    }
                if capabilities.symbolsAreHierarchical {
                    return [
                        "name": .string(symbol.name), "detail": .string(symbol.detail), "kind": kind,
                        "range": whole[index], "selectionRange": names[index],
                    ]
                }
                return [
                    "name": .string(symbol.name), "kind": kind,
                    "location": ["uri": .string(uri), "range": whole[index]],
                ]
            })
    }

    private mutating func formatting(_ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        let parameters = try message.parameters(RequestParameters.Formatting.self)
        let kernels = try document(parameters.textDocument.uri)
        let style = FormattingStyle(
            tabSize: parameters.options.tabSize, insertsSpaces: parameters.options.insertSpaces)
        let span = parameters.range.map {
            SourceSpan(
                start: kernels.text.offset(of: $0.start, encoding), end: kernels.text.offset(of: $0.end, encoding))
        }
        if message.method == "textDocument/rangeFormatting", span == nil {
            throw ResponseError(.invalidParameters, "'textDocument/rangeFormatting': params.range is missing")
        }
        do throws(FormattingRefusal) {
            return edits(try kernels.formatted(style, in: span), in: kernels)
        } catch {
            throw ResponseError(.requestFailed, error.description)
        }
    }

    private mutating func semanticTokens(_ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        let uri = try message.parameters(RequestParameters.WholeDocument.self).textDocument.uri
        let kernels = try document(uri)
        var counter = ColumnCounter(kernels.text, encoding)
        var last = TextPosition(line: 0, character: 0)
        var data: [JSONValue] = []
        for token in kernels.semanticTokens() {
            let start = counter.position(of: token.span.start)
            let end = counter.position(of: token.span.end)
            let isSameLine = start.line == last.line
            let kind = SemanticToken.Kind.allCases.firstIndex(of: token.kind) ?? 0
            var modifiers = 0
            for (bit, modifier) in SemanticToken.Modifier.allCases.enumerated()
            where token.modifiers.contains(modifier) { modifiers |= 1 << bit }
            data += [
                .number(start.line - last.line), .number(start.character - (isSameLine ? last.character : 0)),
                .number(end.character - start.character), .number(kind), .number(modifiers),
            ]
            last = start
        }
        return ["data": .array(data)]
    }
}
