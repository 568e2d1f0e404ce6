/// Turns tokens into a syntax tree by recursive descent. This file has the helpers, the extensions have the grammar.
struct Parser {
    /// Thrown after the error was added to `sink`.
    struct Failure: Error {}

    let tokens: [Token]
    let limits: KernelLimits
    var sink: DiagnosticSink
    var tree = SyntaxTree()
    var position = 0
    /// Words that name types. The prelude allows more of them than a user's source.
    let types: [String: KernelType]
    private var nesting = 0

    init(_ tokens: [Token], limits: KernelLimits, sink: DiagnosticSink, types: [String: KernelType] = TypeName.types) {
        (self.tokens, self.limits, self.sink, self.types) = (tokens, limits, sink, types)
    }

    var current: Token { tokens[position] }
    var next: Token { tokens[min(position + 1, tokens.count - 1)] }
    var atEnd: Bool { current.kind == .endOfText }
    /// The span of the last token that was read.
    var lastSpan: SourceSpan { tokens[max(0, position - 1)].span }

    mutating func advance() { if !atEnd { position += 1 } }

    mutating func take(_ punctuator: String) -> Bool {
        guard current.is(punctuator) else { return false }
        advance()
        return true
    }

    mutating func takeWord(_ word: String) -> Bool {
        guard current.isWord(word) else { return false }
        advance()
        return true
    }

    mutating func expect(_ punctuator: String, after context: String) throws(Failure) {
        if take(punctuator) { return }
        // Report a missing `;` at the end of the line before it, not at the first token of the next line.
        let isLate = punctuator == ";" && current.startsLine
        let span = isLate ? SourceSpan(start: lastSpan.end, end: lastSpan.end) : current.span
        throw fail("expected '\(punctuator)' after \(context)" + (isLate ? "" : ", found \(current.shown)"), at: span)
    }

    mutating func fail(_ message: String, at span: SourceSpan, help: String? = nil) -> Failure {
        sink.error(message, span, help: help)
        return Failure()
    }

    mutating func nested<T>(_ body: (inout Parser) throws(Failure) -> T) throws(Failure) -> T {
        guard nesting < limits.nesting else {
            position = tokens.count - 1  // Skip the rest, which can't be parsed reliably.
            throw fail(
                "nested deeper than \(limits.nesting) levels", at: tokens[position].span,
                help: "split the expression, or move inner blocks into functions")
        }
        nesting += 1
        defer { nesting -= 1 }
        return try body(&self)
    }

    mutating func add(_ kind: ExpressionNode.Kind, _ span: SourceSpan, mark: SourceSpan? = nil) -> ExpressionID {
        tree.expressions.append(ExpressionNode(kind: kind, span: span, mark: mark ?? span))
        return ExpressionID(index: Int32(tree.expressions.count - 1))
    }

    mutating func add(_ kind: StatementNode.Kind, _ span: SourceSpan) -> StatementID {
        tree.statements.append(StatementNode(kind: kind, span: span))
        return StatementID(index: Int32(tree.statements.count - 1))
    }

    func span(_ id: ExpressionID) -> SourceSpan { tree[id].span }
}
