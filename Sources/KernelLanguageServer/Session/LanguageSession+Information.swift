import KernelLanguage
import UntrustedInput

extension LanguageSession {
    /// What the server offers.
    var initializeResult: JSONValue {
        let legend: JSONValue = [
            "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string($0.rawValue) }),
            "tokenModifiers": .array(SemanticToken.Modifier.allCases.map { .string($0.rawValue) }),
        ]
        // Options may only be sent to clients that know them.
        let renameProvider: JSONValue = capabilities.preparesRenaming ? ["prepareProvider": true] : true
        return [
            "capabilities": [
                "positionEncoding": .string(encoding.rawValue),
                "textDocumentSync": ["openClose": true, "change": 2, "save": true],
                "completionProvider": ["triggerCharacters": [".", "#"]],
                "hoverProvider": true,
                "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
                "definitionProvider": true, "referencesProvider": true, "documentHighlightProvider": true,
                "documentSymbolProvider": true, "documentFormattingProvider": true,
                "documentRangeFormattingProvider": true, "renameProvider": renameProvider,
                "semanticTokensProvider": ["legend": legend, "full": true],
            ],
            "serverInfo": ["name": "coreimage kernel language-server", "version": .string(serverVersion)],
        ]
    }

    /// The notification with the diagnostics of a document.
    func diagnostics(of document: OpenDocument, _ uri: String) -> JSONValue {
        var document = document
        let kernels = document.kernels()
        let list = kernels.diagnostics().map { diagnostic -> JSONValue in
            let remedy = diagnostic.suggestion.map { "\nhelp: \($0)" } ?? ""
            return [
                "range": range(kernels.markedSpan(of: diagnostic), in: kernels),
                "severity": diagnostic.severity == .error ? 1 : 2, "source": "coreimage",
                "message": .string(printableLines(diagnostic.message + remedy)),
            ]
        }
        return Self.notification(
            "textDocument/publishDiagnostics",
            ["uri": .string(uri), "version": .number(document.version), "diagnostics": .array(list)])
    }

    func completionList(_ kernels: KernelDocument, _ offset: Int) -> JSONValue {
        .array(
            kernels.completions(at: offset).map { item in
                var members: [JSONValue.Member] = [
                    .init(key: "label", value: .string(item.label)), .init(key: "kind", value: Self.kind(item.kind)),
                ]
                if !item.detail.isEmpty { members.append(.init(key: "detail", value: .string(item.detail))) }
                if !item.documentation.isEmpty {
                    let text = text(item.documentation, isMarkdown: capabilities.completionIsMarkdown)
                    members.append(.init(key: "documentation", value: text))
                }
                return .object(members)
            })
    }

    /// The protocol's number of a kind of completion.
    private static func kind(_ kind: Completion.Kind) -> JSONValue {
        switch kind {
        case .function, .kernel: 3
        case .member: 5
        case .variable, .parameter: 6
        case .keyword, .directive: 14
        case .macro, .constant: 21
        case .type: 7
        }
    }

    private func text(_ markdown: String, isMarkdown: Bool) -> JSONValue {
        isMarkdown
            ? ["kind": "markdown", "value": .string(markdown)] : .string(markdown.replacing("`", with: ""))
    }

    func hover(_ kernels: KernelDocument, _ offset: Int) -> JSONValue {
        guard let hover = kernels.hover(at: offset) else { return nil }
        let isMarkdown = capabilities.hoverIsMarkdown
        return [
            "contents": [
                "kind": isMarkdown ? "markdown" : "plaintext",
                "value": .string(isMarkdown ? hover.markdown : hover.plainText),
            ],
            "range": range(hover.span, in: kernels),
        ]
    }

    func signatureHelp(_ kernels: KernelDocument, _ offset: Int) -> JSONValue {
        guard let help = kernels.signatureHelp(at: offset) else { return nil }
        let signatures = help.signatures.map { signature -> JSONValue in
            var members: [JSONValue.Member] = [
                .init(key: "label", value: .string(signature.label)),
                .init(key: "parameters", value: .array(signature.parameters.map { ["label": .string($0)] })),
            ]
            if !help.documentation.isEmpty {
                let text = text(help.documentation, isMarkdown: capabilities.signatureIsMarkdown)
                members.append(.init(key: "documentation", value: text))
            }
            return .object(members)
        }
        return [
            "signatures": .array(signatures), "activeSignature": .number(help.activeSignature),
            "activeParameter": .number(help.activeParameter),
        ]
    }
}
