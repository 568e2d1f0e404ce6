/// Evaluates the integer expression of `#if` and `#elif`.
enum DirectiveExpression {
    /// Returns the value, or nil if the tokens aren't a constant expression.
    static func value(of tokens: [Token], limits: KernelLimits) -> Int32? {
        guard let end = tokens.last else { return nil }
        let closing = Token(kind: .endOfText, text: "", span: end.span, startsLine: true)
        let known = tokens.map { token in
            // Preprocessors treat an undefined name as 0.
            token.kind == .identifier && token.text != "true" && token.text != "false"
                ? Token(kind: .integer, text: "0", span: token.span) : token
        }
        var parser = Parser(known + [closing], limits: limits, sink: DiagnosticSink(limit: 1))
        guard let root = try? parser.assignment(), parser.atEnd, !parser.sink.hasErrors else { return nil }
        return evaluate(root, in: parser.tree, depth: limits.nesting * 4)
    }

    private static func evaluate(_ id: ExpressionID, in tree: SyntaxTree, depth: Int) -> Int32? {
        guard depth > 0 else { return nil }
        func inner(_ id: ExpressionID) -> Int32? { evaluate(id, in: tree, depth: depth - 1) }
        switch tree[id].kind {
        case .int(let value): return value
        case .bool(let value): return value ? 1 : 0
        case .unary(let operation, let operand):
            guard let value = inner(operand) else { return nil }
            return switch operation {
            case .plus: value
            case .minus: 0 &- value
            case .not: value == 0 ? 1 : 0
            case .complement: ~value
            }
        case .binary(let operation, let left, let right):
            guard let a = inner(left), let b = inner(right) else { return nil }
            return ConstantArithmetic.int(operation, a, b)
        case .conditional(let condition, let first, let second):
            guard let value = inner(condition) else { return nil }
            return inner(value != 0 ? first : second)
        default: return nil
        }
    }
}
