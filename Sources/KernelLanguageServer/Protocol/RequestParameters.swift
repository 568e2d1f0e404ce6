/// The parameters of the messages that the server takes, with the protocol's names of their fields.
enum RequestParameters {
    struct Initialize: Decodable { var capabilities: ClientCapabilities }
    struct Cancel: Decodable { var id: MessageID }
    struct Document: Decodable { var uri: String }
    struct Range: Decodable { var start, end: TextPosition }

    struct Open: Decodable {
        struct Item: Decodable {
            var uri: String
            var version: Int
            var text: String
        }
        var textDocument: Item
    }

    struct Change: Decodable {
        struct Versioned: Decodable {
            var uri: String
            var version: Int?
        }
        struct Edit: Decodable {
            var range: Range?
            var text: String
        }
        var textDocument: Versioned
        var contentChanges: [Edit]
    }

    /// The parameters of every message that only names a document.
    struct WholeDocument: Decodable { var textDocument: Document }

    struct Place: Decodable {
        var textDocument: Document
        var position: TextPosition
    }

    struct References: Decodable {
        struct Context: Decodable { var includeDeclaration: Bool }
        var textDocument: Document
        var position: TextPosition
        var context: Context
    }

    struct Rename: Decodable {
        var textDocument: Document
        var position: TextPosition
        var newName: String
    }

    struct Formatting: Decodable {
        struct Options: Decodable {
            var tabSize: Int
            var insertSpaces: Bool
        }
        var textDocument: Document
        var range: Range?
        var options: Options
    }
}
