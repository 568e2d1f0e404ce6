/// A lexical token of the kernel language.
struct Token: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case identifier, integer, float, punctuator, endOfText
    }

    var kind: Kind
    /// The token's text. An operator of up to three characters is one token.
    var text: String
    /// The token's position in the source. For a token from a macro's body, the position where the macro was used.
    var span: SourceSpan
    /// Whether the token is the first on its line. A `#` in this position starts a directive.
    var startsLine = false
    /// Whether white space or a comment precedes the token. Distinguishes `#define F(x)` from `#define F (x)`.
    var followsSpace = false

    func `is`(_ punctuator: String) -> Bool { kind == .punctuator && text == punctuator }
    func isWord(_ word: String) -> Bool { kind == .identifier && text == word }

    /// The token as it appears in a diagnostic.
    var shown: String {
        kind == .endOfText ? "the end of the source" : "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
    }
}
