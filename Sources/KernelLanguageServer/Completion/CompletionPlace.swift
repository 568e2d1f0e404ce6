import KernelLanguage

/// What may stand at a place of a source.
struct CompletionPlace {
    enum Context: Hashable {
        case nothing
        /// Behind the `#` of a directive.
        case directiveWord
        /// Behind `#ifdef` and similar directives.
        case macroName
        /// In the text of a macro.
        case macroText
        /// Behind a dot; the token before it is given by its index.
        case member(Int)
        /// The type that a kernel returns.
        case kernelResult
        /// Behind `__table`.
        case tableSampler
        /// The beginning of a declaration outside of functions.
        case topLevel
        /// The list of parameters of a kernel or function.
        case parameters(isKernel: Bool)
        /// The beginning of a statement.
        case statement
        /// Inside of an expression.
        case expression
    }

    let context: Context

    init(in document: KernelDocument, at offset: Int) {
        context = Self.context(in: document, min(max(offset, 0), document.text.bytes.count))
    }

    private static func context(in document: KernelDocument, _ offset: Int) -> Context {
        let bytes = document.text.bytes
        if document.isInComment(offset) || document.isInactive(offset) { return .nothing }
        var start = offset
        while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
        // A number such as `1e` or `0x`.
        if start < offset, bytes[start] >= 0x30, bytes[start] <= 0x39 { return .nothing }
        let tokens = document.source.tokens
        let count = document.tokenCount(endingBefore: start)
        guard count > 0 else { return .topLevel }
        let last = tokens[count - 1]
        if last.kind == .float || last.kind == .integer, last.span.end == start { return .nothing }
        let gap = bytes[last.span.end..<max(last.span.end, start)]
        let isSameLine = !gap.contains(UInt8(ascii: "\n")) && !gap.contains(UInt8(ascii: "\r"))
        if isSameLine, let hash = document.directive(around: count - 1) {
            return directiveContext(tokens[hash..<count])
        }
        if last.is(".") { return count > 1 ? .member(count - 2) : .nothing }
        if last.isWord("kernel") { return .kernelResult }
        if last.isWord("__table") { return .tableSampler }
        // The name of a variable or function comes next.
        if BuiltInType.all[last.text] != nil, last.kind == .identifier { return .nothing }
        guard let function = document.names.function(around: start) else {
            return isInValue(tokens, count) ? .expression : .topLevel
        }
        if let body = function.bodySpan, body.start < start {
            return startsStatement(after: tokens, count) ? .statement : .expression
        }
        return start < function.parameterSpan.end || function.bodySpan == nil
            ? .parameters(isKernel: function.isKernel) : .nothing
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
            || (byte >= 0x30 && byte <= 0x39)
    }

    private static func directiveContext(_ line: ArraySlice<Token>) -> Context {
        guard line.count > 1 else { return .directiveWord }
        switch line[line.startIndex + 1].text {
        case "undef", "ifdef", "ifndef": return line.count == 2 ? .macroName : .nothing
        case "if", "elif": return .macroName
        case "define": return line.count > 2 ? .macroText : .nothing
        default: return .nothing
        }
    }

    /// Whether the initial value of a global stands at the end of the first `count` tokens.
    private static func isInValue(_ tokens: [Token], _ count: Int) -> Bool {
        for index in stride(from: count - 1, through: max(0, count - 500), by: -1) {
            if tokens[index].is("=") { return true }
            if tokens[index].is(";") || tokens[index].is("}") || tokens[index].startsLine && tokens[index].is("#") {
                return false
            }
        }
        return false
    }

    private static func startsStatement(after tokens: [Token], _ count: Int) -> Bool {
        let last = tokens[count - 1]
        if last.is(";") {
            // Inside of the head of `for`, a `;` is followed by an expression.
            var depth = 0
            for index in stride(from: count - 1, through: max(0, count - 500), by: -1) {
                if tokens[index].is(")") { depth += 1 }
                if tokens[index].is("(") { depth -= 1 }
                if depth < 0 { return false }
                if tokens[index].is("{") || tokens[index].is("}") { break }
            }
            return true
        }
        return ["{", "}", ")", "else", "do"].contains(last.text)
    }
}
