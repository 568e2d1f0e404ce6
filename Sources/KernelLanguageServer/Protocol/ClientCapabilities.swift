/// What the server needs to know about the client. Fields that are missing are as the protocol's defaults.
struct ClientCapabilities: Decodable {
    struct General: Decodable { var positionEncodings: [String]? }
    struct TextDocument: Decodable {
        var hover: Hover?
        var completion: Completion?
        var signatureHelp: SignatureHelp?
        var documentSymbol: Symbols?
        var rename: Rename?
    }
    struct Hover: Decodable { var contentFormat: [String]? }
    struct Completion: Decodable { var completionItem: Item? }
    struct SignatureHelp: Decodable { var signatureInformation: Item? }
    struct Item: Decodable { var documentationFormat: [String]? }
    struct Rename: Decodable { var prepareSupport: Bool? }
    struct Symbols: Decodable { var hierarchicalDocumentSymbolSupport: Bool? }

    var general: General?
    var textDocument: TextDocument?

    /// The first encoding of the client's list that the server knows, or else UTF-16.
    var encoding: PositionEncoding {
        general?.positionEncodings?.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    }

    var hoverIsMarkdown: Bool { textDocument?.hover?.contentFormat?.contains("markdown") ?? false }
    var completionIsMarkdown: Bool {
        textDocument?.completion?.completionItem?.documentationFormat?.contains("markdown") ?? false
    }
    var signatureIsMarkdown: Bool {
        textDocument?.signatureHelp?.signatureInformation?.documentationFormat?.contains("markdown") ?? false
    }
    var preparesRenaming: Bool { textDocument?.rename?.prepareSupport ?? false }
    var symbolsAreHierarchical: Bool {
        textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false
    }
}
