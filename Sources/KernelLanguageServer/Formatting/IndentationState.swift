import KernelLanguage

/// The nesting of blocks, brackets and statements, from which lines are indented.
struct IndentationState {
    /// `if (…)`, `for (…)`, `while (…)`, `else` or `do`, whose statement follows.
    private struct Head {
        var isIf = false
        var isDo = false
        var level: Int
    }

    /// An open brace or bracket. The outermost frame is the whole text.
    private struct Frame {
        /// Whether statements are inside, not a list.
        var isBlock: Bool
        /// The level of a line that begins with the closing bracket.
        var closingLevel: Int
        /// The level of a line inside.
        var innerLevel: Int
        /// Whether the parentheses are those of a head.
        var isHead = false
        var headIsIf = false
        var headLevel = 0
        var heads: [Head] = []
        /// The heads whose statement has just ended, for an `else`.
        var finished: [Head] = []
        var isInStatement = false
        var statementLevel = 0
    }

    private var frames = [Frame(isBlock: true, closingLevel: 0, innerLevel: 0)]
    private var last: Token?
    /// The word of a head whose parenthesis follows.
    private var headWord: (isIf: Bool, level: Int)?
    /// The level of the current line.
    private(set) var lineLevel = 0
    /// Whether the last token was the `)` of a head, behind which a statement begins.
    private(set) var isBehindHead = false

    var depth: Int { frames.count - 1 }

    private var top: Frame {
        get { frames[frames.count - 1] }
        set { frames[frames.count - 1] = newValue }
    }

    // MARK: Lines

    /// Begins a line, and returns its level. `token` is its first token, or nil for a comment.
    mutating func beginLine(with token: Token?) -> Int {
        lineLevel = level(of: token)
        return lineLevel
    }

    private func level(of token: Token?) -> Int {
        guard top.isBlock else {
            let isClosing = token.map { $0.is(")") || $0.is("]") || $0.is("}") } ?? false
            return isClosing ? top.closingLevel : top.innerLevel
        }
        if let token {
            if token.is("}") { return top.closingLevel }
            if token.isWord("while"), let loop = top.finished.last, loop.isDo { return loop.level }
            if token.isWord("else") { return top.finished.last(where: \.isIf)?.level ?? top.innerLevel }
            if token.is("{") {
                return top.isInStatement ? top.statementLevel : top.heads.last?.level ?? top.innerLevel
            }
        }
        if top.isInStatement { return top.statementLevel + 1 }
        return top.heads.last.map { $0.level + 1 } ?? top.innerLevel
    }

    // MARK: Tokens

    mutating func take(_ token: Token) {
        isBehindHead = false
        let word = headWord
        headWord = nil
        switch token.kind == .punctuator ? token.text : "" {
        case "(", "[":
            beginStatement()
            frames.append(Frame(isBlock: false, closingLevel: lineLevel, innerLevel: lineLevel + 1))
            if let word, token.is("(") {
                (top.isHead, top.headIsIf, top.headLevel) = (true, word.isIf, word.level)
            }
        case ")", "]": endBracket()
        case "{": openBrace()
        case "}": closeBrace()
        case ";": if top.isBlock { endStatement() }
        default: takeOther(token)
        }
        last = token
    }

    private mutating func takeOther(_ token: Token) {
        guard top.isBlock else { return }
        if token.kind == .identifier, !top.isInStatement {
            switch token.text {
            case "while" where top.finished.last?.isDo == true:
                // The condition of `do`, which ends the statement.
                top.heads = top.finished.dropLast()
            case "if", "for", "while":
                headWord = (token.text == "if", lineLevel)
                top.finished = []
                return
            case "else":
                if let match = top.finished.lastIndex(where: \.isIf) {
                    top.heads = Array(top.finished[..<match])
                    top.heads.append(Head(level: top.finished[match].level))
                } else {
                    top.heads.append(Head(level: lineLevel))
                }
                top.finished = []
                return
            case "do":
                top.heads.append(Head(isDo: true, level: lineLevel))
                return
            default: break
            }
        }
        beginStatement()
    }

    private mutating func beginStatement() {
        guard top.isBlock, !top.isInStatement, headWord == nil else { return }
        top.isInStatement = true
        top.statementLevel = lineLevel
        top.finished = []
    }

    private mutating func endStatement() {
        top.isInStatement = false
        top.finished = top.heads
        top.heads = []
    }

    private mutating func endBracket() {
        guard frames.count > 1, !top.isBlock, let frame = frames.popLast() else { return }
        guard frame.isHead else { return }
        isBehindHead = true
        top.isInStatement = false
        top.heads.append(Head(isIf: frame.headIsIf, level: frame.headLevel))
    }

    private mutating func openBrace() {
        let isList = !top.isBlock || last.map { $0.is("=") || $0.is(",") || $0.is("(") } ?? false
        if isList {
            frames.append(Frame(isBlock: false, closingLevel: lineLevel, innerLevel: lineLevel + 1))
            return
        }
        let level = top.isInStatement ? top.statementLevel : top.heads.last?.level ?? lineLevel
        frames.append(Frame(isBlock: true, closingLevel: level, innerLevel: level + 1))
    }

    private mutating func closeBrace() {
        guard frames.count > 1, let frame = frames.popLast() else { return }
        if frame.isBlock { endStatement() }
    }
}
