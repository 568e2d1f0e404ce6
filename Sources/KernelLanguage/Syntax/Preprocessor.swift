import UntrustedInput

/// Executes preprocessor directives and expands macros.
struct Preprocessor {
    struct Macro {
        /// Parameter names, or nil for a macro without parentheses.
        var parameters: [String]?
        var body: [Token]
    }

    private let limits: KernelLimits
    private var macros: [String: Macro] = [:]
    private var output: [Token] = []
    /// Number of tokens processed so far. Bounds macros that expand without end.
    private var work = 0
    private var conditions: [Condition] = []
    /// The tokens that conditions leave out, as ranges of the source, in order.
    private var inactive: [SourceSpan] = []
    private var endsInactive = false

    /// The state of one open `#if`.
    private struct Condition {
        var isActive: Bool
        var wasTaken: Bool
        var isOuterActive: Bool
        var hasElse = false
        var span: SourceSpan
    }

    private struct Exhausted: Error {}

    /// Returns `tokens` without directives and with macros expanded.
    static func process(_ tokens: [Token], limits: KernelLimits, sink: inout DiagnosticSink) -> [Token] {
        var preprocessor = Preprocessor(limits: limits)
        do throws(Exhausted) {
            try preprocessor.run(tokens, &sink)
        } catch {
            sink.error(
                "macros produce more than \(limits.tokens) tokens", preprocessor.output.last?.span ?? tokens[0].span,
                help: "replace the macros with functions")
        }
        if let open = preprocessor.conditions.last { sink.error("this condition has no #endif", open.span) }
        return preprocessor.output + [tokens[tokens.count - 1]]
    }

    /// Returns the ranges of a source that its conditions leave out, as far as its directives are valid.
    static func inactiveSpans(in tokens: [Token], limits: KernelLimits) -> [SourceSpan] {
        var preprocessor = Preprocessor(limits: limits)
        var sink = DiagnosticSink(limit: 1)
        // After an error, the ranges that were found up to it are still right.
        try? preprocessor.run(tokens, &sink)
        return preprocessor.inactive
    }

    private init(limits: KernelLimits) {
        self.limits = limits
    }

    private mutating func leaveOut(_ span: SourceSpan) {
        if endsInactive, let last = inactive.last {
            inactive[inactive.count - 1] = last.joined(with: span)
        } else {
            inactive.append(span)
        }
        endsInactive = true
    }

    private var isActive: Bool { conditions.last?.isActive ?? true }

    private mutating func run(_ tokens: [Token], _ sink: inout DiagnosticSink) throws(Exhausted) {
        var index = 0
        var pending: [Token] = []
        while index < tokens.count - 1 {
            guard tokens[index].is("#"), tokens[index].startsLine else {
                if isActive { pending.append(tokens[index]) } else { leaveOut(tokens[index].span) }
                index += 1
                continue
            }
            try flush(&pending, &sink)
            let hash = tokens[index]
            endsInactive = false
            index += 1
            var line: [Token] = []
            while index < tokens.count - 1, !tokens[index].startsLine {
                line.append(tokens[index])
                index += 1
            }
            try directive(hash, line, &sink)
        }
        try flush(&pending, &sink)
    }

    private mutating func flush(_ pending: inout [Token], _ sink: inout DiagnosticSink) throws(Exhausted) {
        guard !pending.isEmpty else { return }
        output += macros.isEmpty ? pending : try expand(pending, within: [], at: nil, &sink)
        pending.removeAll(keepingCapacity: true)
        if output.count > limits.tokens { throw Exhausted() }
    }

    // MARK: Directives

    private mutating func directive(_ hash: Token, _ line: [Token], _ sink: inout DiagnosticSink) throws(Exhausted) {
        guard let word = line.first else { return }
        let rest = Array(line.dropFirst())
        let span = hash.span.joined(with: word.span)
        switch word.text {
        case "if", "ifdef", "ifndef":
            guard conditions.count < limits.nesting else {
                return sink.error("conditions are nested deeper than \(limits.nesting) levels", span)
            }
            let outer = isActive
            var holds = false
            if outer { holds = try condition(word, rest, &sink) }
            conditions.append(Condition(isActive: holds, wasTaken: holds, isOuterActive: outer, span: span))
        case "elif", "else":
            guard var open = conditions.popLast() else { return sink.error("#\(word.text) without #if", span) }
            if open.hasElse {
                sink.error(
                    "#\(word.text) after #else", span, help: "end the condition with #endif, or put #else last")
            }
            open.hasElse = open.hasElse || word.text == "else"
            var holds = open.isOuterActive && !open.wasTaken
            if holds, word.text == "elif" { holds = try value(rest, word, &sink) != 0 }
            open.isActive = holds
            open.wasTaken = open.wasTaken || holds
            conditions.append(open)
        case "endif":
            if conditions.popLast() == nil { sink.error("#endif without #if", span) }
        case _ where !isActive: break
        case "define": define(rest, word, &sink)
        case "undef": if let name = rest.first { macros[name.text] = nil }
        case "version", "extension", "pragma", "line", "import": break
        case "include":
            sink.error(
                "#include is not supported", span, help: "a kernel source is one text; put the included text here")
        case "error":
            sink.error("#error " + rest.map(\.text).joined(separator: " "), span)
        default:
            let known = [
                "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma", "version", "extension",
            ]
            let help = NearestName.of(word.text, among: known).map { "did you mean #\($0)?" }
            sink.error("#\(word.text) is not a directive", span, help: help)
        }
    }

    private mutating func define(_ line: [Token], _ word: Token, _ sink: inout DiagnosticSink) {
        guard let name = line.first, name.kind == .identifier else {
            return sink.error("expected a name after #define", word.span)
        }
        var body = Array(line.dropFirst())
        var parameters: [String]?
        if let open = body.first, open.is("("), !open.followsSpace {
            guard let close = body.firstIndex(where: { $0.is(")") }) else {
                return sink.error("the parameters of the macro '\(name.text)' have no ')'", open.span)
            }
            let inner = body[1..<close]
            parameters = inner.filter { $0.kind == .identifier }.map(\.text)
            if inner.contains(where: { $0.kind != .identifier && !$0.is(",") }) {
                return sink.error("the parameters of a macro are names with commas between them", open.span)
            }
            body.removeSubrange(...close)
        }
        if let token = body.first(where: { $0.is("#") || $0.is("##") }) {
            return sink.error("'\(token.text)' in a macro is not supported", token.span, help: "write the result out")
        }
        macros[name.text] = Macro(parameters: parameters, body: body)
    }

    private mutating func condition(
        _ word: Token, _ rest: [Token], _ sink: inout DiagnosticSink
    ) throws(Exhausted) -> Bool {
        if word.text == "if" { return try value(rest, word, &sink) != 0 }
        guard let name = rest.first, name.kind == .identifier else {
            sink.error("expected a name after #\(word.text)", word.span)
            return false
        }
        return (macros[name.text] != nil) == (word.text == "ifdef")
    }

    /// Evaluates the expression of `#if` or `#elif`. `defined` is evaluated before macros are expanded.
    private mutating func value(_ line: [Token], _ word: Token, _ sink: inout DiagnosticSink) throws(Exhausted) -> Int32
    {
        var tokens: [Token] = []
        var index = 0
        while index < line.count {
            guard line[index].isWord("defined") else {
                tokens.append(line[index])
                index += 1
                continue
            }
            let isWrapped = index + 1 < line.count && line[index + 1].is("(")
            let nameIndex = index + (isWrapped ? 2 : 1)
            let isDefined = nameIndex < line.count && macros[line[nameIndex].text] != nil
            tokens.append(Token(kind: .integer, text: isDefined ? "1" : "0", span: line[index].span))
            index = nameIndex + (isWrapped ? 2 : 1)
        }
        let expanded = try expand(tokens, within: [], at: nil, &sink)
        guard let value = DirectiveExpression.value(of: expanded, limits: limits) else {
            sink.error(
                "the condition of #\(word.text) is not a constant", word.span,
                help: "use whole numbers, macros and defined(…)")
            return 0
        }
        return value
    }

    // MARK: Macros

    /// Expands the macros in `tokens`, except those in `active`, which are already being expanded.
    private mutating func expand(
        _ tokens: [Token], within active: Set<String>, at place: SourceSpan?, depth: Int = 0,
        _ sink: inout DiagnosticSink
    ) throws(Exhausted) -> [Token] {
        if depth > limits.nesting { throw Exhausted() }
        var result: [Token] = []
        var index = 0
        while index < tokens.count {
            var token = tokens[index]
            work += 1
            if work > 2 * limits.tokens + output.count { throw Exhausted() }
            if let place { token.span = place }
            index += 1
            guard token.kind == .identifier, let macro = macros[token.text], !active.contains(token.text)
            else {
                result.append(token)
                continue
            }
            var inner = active
            inner.insert(token.text)
            guard let parameters = macro.parameters else {
                result += try expand(macro.body, within: inner, at: token.span, depth: depth + 1, &sink)
                continue
            }
            guard index < tokens.count, tokens[index].is("(") else {
                result.append(token)
                continue
            }
            guard let (arguments, end) = Self.arguments(tokens, from: index) else {
                sink.error("the macro '\(token.text)' has no ')'", token.span)
                return result
            }
            guard arguments.count == parameters.count || (parameters.isEmpty && arguments.allSatisfy(\.isEmpty)) else {
                sink.error(
                    "the macro '\(token.text)' takes \(parameters.count) arguments, not \(arguments.count)", token.span)
                index = end
                continue
            }
            work += end - index
            var values: [String: [Token]] = [:]
            for (name, argument) in zip(parameters, arguments) {
                values[name] = try expand(argument, within: active, at: place, depth: depth + 1, &sink)
            }
            var body: [Token] = []
            for piece in macro.body {
                if piece.kind == .identifier, let value = values[piece.text] {
                    work += value.count
                    if work > 2 * limits.tokens + output.count { throw Exhausted() }
                    body += value
                } else {
                    body.append(piece)
                    body[body.count - 1].span = token.span
                }
            }
            // Arguments keep their own spans, so that a caret points at what the user wrote.
            result += try expand(body, within: inner, at: place, depth: depth + 1, &sink)
            index = end
        }
        return result
    }

    /// Returns the macro arguments from the parenthesis at `start` on, and the index after the closing parenthesis.
    private static func arguments(_ tokens: [Token], from start: Int) -> (arguments: [[Token]], end: Int)? {
        var arguments: [[Token]] = [[]]
        var depth = 0
        for index in start..<tokens.count {
            let token = tokens[index]
            if token.is(")") {
                depth -= 1
                if depth == 0 { return (arguments, index + 1) }
            }
            if token.is(","), depth == 1 {
                arguments.append([])
            } else if depth > 0 {
                arguments[arguments.count - 1].append(token)
            }
            if token.is("(") { depth += 1 }
        }
        return nil
    }
}
