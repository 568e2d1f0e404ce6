/// A word of the language.
struct Token: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case identifier, integer, float, punctuator, endOfText
    }

    var kind: Kind
    /// The characters; an operator is one token of up to three characters.
    var text: String
    /// Where it stands, or for what a macro produced, where the macro was used.
    var span: SourceSpan
    /// First on its line: a `#` there starts a directive.
    var startsLine = false
    /// White space or a comment comes before it: tells `#define F(x)` from `#define F (x)`.
    var followsSpace = false

    func `is`(_ punctuator: String) -> Bool { kind == .punctuator && text == punctuator }
    func isWord(_ word: String) -> Bool { kind == .identifier && text == word }

    /// How a diagnostic names the token.
    var shown: String {
        kind == .endOfText ? "the end of the source" : "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
    }
}
