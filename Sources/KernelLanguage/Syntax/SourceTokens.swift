/// The tokens of a source as its author wrote them, before preprocessing, for editors.
///
/// A source with errors has tokens too: characters without a meaning are left out.
package struct SourceTokens: Sendable {
    /// The tokens in source order. The last one is `endOfText`.
    package let tokens: [Token]
    /// The parts of the source that `#if` and similar directives leave out, without the directives, in source order.
    package let inactive: [SourceSpan]
    /// Whether the source has characters without a meaning, an open comment or more tokens than are allowed.
    package let hasErrors: Bool

    /// Splits a source. A source with more bytes than `limits` allow has no tokens.
    package init(_ source: KernelSource, limits: KernelLimits = .standard) {
        // More errors than a person would read, so that a few stray characters don't end the tokens.
        var sink = DiagnosticSink(limit: 1000)
        guard source.text.utf8.count <= limits.sourceBytes else {
            let end = SourceSpan(start: source.text.utf8.count, end: source.text.utf8.count)
            (tokens, inactive, hasErrors) = ([Token(kind: .endOfText, text: "", span: end)], [], true)
            return
        }
        tokens = Lexer.tokens(of: source, limits: limits, sink: &sink)
        inactive = Preprocessor.inactiveSpans(in: tokens, limits: limits)
        hasErrors = sink.hasErrors
    }
}
