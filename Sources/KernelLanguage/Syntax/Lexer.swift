/// Splits kernel text into tokens. Comments and white space only separate tokens.
struct Lexer {
    private let bytes: [UInt8]
    private let limits: KernelLimits
    private var position = 0
    private var tokens: [Token] = []
    /// Whether the current line is a directive. Quotes are allowed in its text.
    private var isDirective = false

    /// Longest first, so that `<<=` isn't read as `<<` and `=`.
    private static let punctuators: [[UInt8]] = [
        "<<=", ">>=", "...", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=", "%=", "&=",
        "|=",
        "^=", "<<", ">>", "##", "(", ")", "[", "]", "{", "}", ".", ",", ";", ":", "?", "+", "-", "*", "/", "%", "<",
        ">",
        "=", "!", "&", "|", "^", "~", "#",
    ].map { Array($0.utf8) }

    /// Returns the tokens of `source`. The last one is `endOfText`.
    static func tokens(of source: KernelSource, limits: KernelLimits, sink: inout DiagnosticSink) -> [Token] {
        var lexer = Lexer(bytes: Array(source.text.utf8), limits: limits)
        return lexer.run(&sink)
    }

    private init(bytes: [UInt8], limits: KernelLimits) { (self.bytes, self.limits) = (bytes, limits) }

    private mutating func run(_ sink: inout DiagnosticSink) -> [Token] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        var startsLine = true
        var followsSpace = false
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                position += 1
                (startsLine, followsSpace) = (true, true)
                isDirective = false
                continue
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
                position += 1
                followsSpace = true
                continue
            case UInt8(ascii: "\\") where isLineEnd(at: position + 1):
                position += bytes[position + 1] == UInt8(ascii: "\r") && at(2) == UInt8(ascii: "\n") ? 3 : 2
                followsSpace = true
                continue
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"):
                skipLineComment()
                followsSpace = true
                continue
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"):
                skipBlockComment(&sink)
                followsSpace = true
                continue
            case 0xC2 where at(1) == 0xA0:  // a no-break space, as pasted from web pages
                position += 2
                followsSpace = true
                continue
            default: break
            }
            if tokens.count >= limits.tokens {
                let here = SourceSpan(start: position, end: position + 1)
                sink.error("the source has more than \(limits.tokens) tokens", here, help: "split the kernel")
                break
            }
            if var token = next(&sink) {
                (token.startsLine, token.followsSpace) = (startsLine, followsSpace)
                if startsLine { isDirective = token.is("#") }
                tokens.append(token)
                (startsLine, followsSpace) = (false, false)
            }
            if sink.isFull { break }
        }
        let end = SourceSpan(start: bytes.count, end: bytes.count)
        tokens.append(Token(kind: .endOfText, text: "", span: end, startsLine: true, followsSpace: true))
        return tokens
    }

    private func at(_ offset: Int) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

    private func isLineEnd(at index: Int) -> Bool {
        index < bytes.count && (bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r"))
    }

    private mutating func skipLineComment() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") {
            position += 1
        }
    }

    private mutating func skipBlockComment(_ sink: inout DiagnosticSink) {
        let start = position
        position += 2
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
        sink.error("this comment never ends", SourceSpan(start: start, end: start + 2), help: "close it with */")
    }

    private mutating func next(_ sink: inout DiagnosticSink) -> Token? {
        let start = position
        let byte = bytes[position]
        if Self.startsName(byte) {
            while let byte = at(0), Self.startsName(byte) || Self.isDigit(byte) { position += 1 }
            return token(.identifier, from: start)
        }
        if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && at(1).map(Self.isDigit) == true) {
            return number(&sink)
        }
        for punctuator in Self.punctuators where punctuator[0] == byte {
            let end = position + punctuator.count
            if end <= bytes.count, punctuator.count == 1 || bytes[position..<end].elementsEqual(punctuator) {
                position = end
                return token(.punctuator, from: start)
            }
        }
        reportStray(&sink)
        return nil
    }

    /// Reads a number such as `1.0f`, `0x1F` or `1e-3`, including the letters that follow it.
    private mutating func number(_ sink: inout DiagnosticSink) -> Token {
        let start = position
        var isFloat = false
        let isHex = bytes[position] == UInt8(ascii: "0") && (at(1) == UInt8(ascii: "x") || at(1) == UInt8(ascii: "X"))
        if isHex {
            position += 2
            while let byte = at(0), Self.isHexDigit(byte) { position += 1 }
        } else {
            while let byte = at(0) {
                if Self.isDigit(byte) {
                    position += 1
                } else if byte == UInt8(ascii: "."), !isFloat {
                    isFloat = true
                    position += 1
                } else if byte | 0x20 == UInt8(ascii: "e"), exponentFollows() {
                    isFloat = true
                    position += at(1).map(Self.isDigit) == true ? 1 : 2
                    while let digit = at(0), Self.isDigit(digit) { position += 1 }
                    break
                } else {
                    break
                }
            }
        }
        let digitsEnd = position
        while let byte = at(0), Self.startsName(byte) || Self.isDigit(byte) { position += 1 }
        let suffix = String(decoding: bytes[digitsEnd..<position], as: UTF8.self)
        switch suffix {
        case "": break
        case "f", "F", "h", "H", "lf", "LF": isFloat = true
        case "u", "U", "l", "L": break
        default:
            let span = SourceSpan(start: start, end: position)
            sink.error("'\(suffix)' cannot follow a number", span, help: "write the number and the name apart")
        }
        var token = token(isFloat ? .float : .integer, from: start)
        token.text = String(decoding: bytes[start..<digitsEnd], as: UTF8.self)
        return token
    }

    private func exponentFollows() -> Bool {
        guard let sign = at(1) else { return false }
        if Self.isDigit(sign) { return true }
        return (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")) && at(2).map(Self.isDigit) == true
    }

    private mutating func reportStray(_ sink: inout DiagnosticSink) {
        let start = position
        // Report a run of non-ASCII bytes once, not byte by byte.
        repeat { position += 1 } while position < bytes.count && bytes[start] >= 0x80 && bytes[position] >= 0x80
        let span = SourceSpan(start: start, end: position)
        let text = String(decoding: bytes[start..<min(position, start + 48)], as: UTF8.self)
        switch bytes[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "`"):
            if isDirective { return }
            sink.error(
                "'\(text)' has no meaning in a kernel", span,
                help: "a kernel file holds kernel text only, without the quotes of the program it came from")
        case 0: sink.error("the source contains a NUL character", span, help: "save the file as plain UTF-8 text")
        case 0xEF where text.hasPrefix("\u{FFFD}"):
            sink.error("the source is not valid UTF-8 here", span, help: "save the file as UTF-8")
        default: sink.error("'\(text)' has no meaning in a kernel", span, help: "remove it, or put it into a comment")
        }
    }

    private func token(_ kind: Token.Kind, from start: Int) -> Token {
        Token(
            kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self),
            span: SourceSpan(start: start, end: position))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
    }
    private static func startsName(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }
}
