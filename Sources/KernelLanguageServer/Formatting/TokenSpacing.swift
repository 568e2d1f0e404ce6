import KernelLanguage

/// Decides about spaces between tokens of a line.
struct TokenSpacing {
    private var last: Token?
    /// Whether the last token ends an operand, so that `-` behind it subtracts.
    private var endsOperand = false
    private var isPrefix = false

    private static let spacedWords: Set<String> = ["if", "for", "while", "return", "else", "do", "switch"]
    private static let prefixes: Set<String> = ["+", "-", "!", "~", "++", "--"]

    /// Whether a space stands before a token. `isBehindHead` says that the last token is the `)` of `if (…)` or so.
    /// `wasSpaced` says that there was one, which decides for empty braces.
    func hasSpace(before token: Token, isBehindHead: Bool, wasSpaced: Bool) -> Bool {
        guard let last else { return false }
        let operandBefore = endsOperand && !isBehindHead
        if last.is("(") || last.is("[") { return false }
        switch token.kind == .punctuator ? token.text : "" {
        case ";": return isBehindHead
        case ",", ")", "]": return false
        case ".": return last.kind == .integer || last.kind == .float
        case "(":
            if last.kind == .identifier { return Self.spacedWords.contains(last.text) }
            if last.is(")") || last.is("]") { return isBehindHead }
        case "[": if last.kind == .identifier || last.is(")") || last.is("]") { return false }
        case "}": return !last.is("{") || wasSpaced
        case "++", "--": if operandBefore { return false }
        default: break
        }
        if last.is(".") { return token.kind == .integer || token.kind == .float }
        if isPrefix {
            // `- -a` stays two operators.
            guard token.kind == .punctuator, let a = last.text.last, let b = token.text.first else { return false }
            return a == b || b == "="
        }
        return true
    }

    mutating func take(_ token: Token, isBehindHead: Bool) {
        let operandBefore = endsOperand && !isBehindHead
        let isSign = token.kind == .punctuator && Self.prefixes.contains(token.text)
        isPrefix = isSign && !operandBefore
        let isPostfix = operandBefore && (token.is("++") || token.is("--"))
        endsOperand =
            isPostfix || token.kind == .integer || token.kind == .float || token.is(")") || token.is("]")
            || (token.kind == .identifier && !Self.spacedWords.contains(token.text))
        last = token
    }
}
