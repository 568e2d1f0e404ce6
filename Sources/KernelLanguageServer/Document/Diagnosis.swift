import KernelLanguage

extension KernelDocument {
    /// Returns the compiler's errors and warnings, in source order.
    package func diagnostics(file: String = "<kernel>") -> [KernelDiagnostic] {
        KernelCompiler.check(KernelSource(text: text.string, file: file)).diagnostics
    }

    /// Returns the span of a diagnostic as it should be marked: at least one character long, if its line has one.
    package func markedSpan(of diagnostic: KernelDiagnostic) -> SourceSpan {
        let start = min(max(diagnostic.span.start, 0), text.bytes.count)
        let end = min(max(diagnostic.span.end, start), text.bytes.count)
        if start < end { return SourceSpan(start: start, end: end) }
        let line = text.range(ofLine: text.line(of: start))
        if start < line.upperBound {
            var next = start + 1
            while next < line.upperBound, text.bytes[next] & 0xC0 == 0x80 { next += 1 }
            return SourceSpan(start: start, end: next)
        }
        return SourceSpan(start: start, end: start)
    }
}
