/// A lexical token of the kernel language.
package struct Token: Hashable, Sendable {
    /// What a token is.
    package enum Kind: String, Hashable, Sendable {
        case identifier, integer, float, punctuator, endOfText
    }

    /// What the token is.
    package var kind: Kind
    /// The token's text. An operator of up to three characters is one token.
    package var text: String
    /// The token's position in the source. For a token from a macro's body, the position where the macro was used.
    package var span: SourceSpan
    /// Whether the token is the first on its line. A `#` in this position starts a directive.
    package var startsLine = false
    /// Whether white space or a comment precedes the token. Distinguishes `#define F(x)` from `#define F (x)`.
    package var followsSpace = false

    /// Whether the token is this punctuator.
    package func `is`(_ punctuator: String) -> Bool { kind == .punctuator && text == punctuator }
    /// Whether the token is this word.
    package func isWord(_ word: String) -> Bool { kind == .identifier && text == word }

    /// The token as it appears in a diagnostic.
    var shown: String {
        kind == .endOfText ? "the end of the source" : "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
    }
}
