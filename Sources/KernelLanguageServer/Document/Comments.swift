import KernelLanguage

/// The comments of a source.
enum Comments {
    /// Returns the comments between the tokens, in source order.
    static func spans(in text: DocumentText, _ tokens: [Token]) -> [SourceSpan] {
        var spans: [SourceSpan] = []
        var start = 0
        for token in tokens {
            find(in: text.bytes, start..<max(start, token.span.start), &spans)
            start = max(start, token.span.end)
        }
        find(in: text.bytes, start..<max(start, text.bytes.count), &spans)
        return spans
    }

    private static func find(in bytes: [UInt8], _ gap: Range<Int>, _ spans: inout [SourceSpan]) {
        var index = gap.lowerBound
        while index + 1 < gap.upperBound {
            guard bytes[index] == UInt8(ascii: "/") else {
                index += 1
                continue
            }
            let start = index
            if bytes[index + 1] == UInt8(ascii: "/") {
                while index < gap.upperBound, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") {
                    index += 1
                }
            } else if bytes[index + 1] == UInt8(ascii: "*") {
                index += 2
                while index < gap.upperBound {
                    if bytes[index] == UInt8(ascii: "*"), index + 1 < gap.upperBound,
                        bytes[index + 1] == UInt8(ascii: "/")
                    {
                        index += 2
                        break
                    }
                    index += 1
                }
            } else {
                index += 1
                continue
            }
            spans.append(SourceSpan(start: start, end: index))
        }
    }
}
