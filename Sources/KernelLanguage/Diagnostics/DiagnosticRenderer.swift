import UntrustedInput

/// Formats diagnostics as text for people.
package struct DiagnosticRenderer: Sendable {
    private let source: KernelSource
    private let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Maximum length of the part of a source line that is shown, in characters.
    private static let maximumExcerptWidth = 160

    /// Creates a renderer for diagnostics whose spans refer to `source`.
    package init(source: KernelSource) {
        self.source = source
        bytes = Array(source.text.utf8)
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        lineStarts = starts
    }

    /// Returns the line (counted from `KernelSource.firstLine`) and the column (from 1, in characters) of a byte
    /// offset.
    package func location(of offset: Int) -> (line: Int, column: Int) {
        let position = min(max(offset, 0), bytes.count)
        let line = lineIndex(of: position)
        let column = String(decoding: bytes[lineStarts[line]..<position], as: UTF8.self).count
        return (source.firstLine + line, column + 1)
    }

    /// Returns all diagnostics as text, without a final newline.
    package func render(_ diagnostics: [KernelDiagnostic]) -> String {
        diagnostics.map(render).joined(separator: "\n")
    }

    /// Returns one diagnostic as `file:line:column: severity: message`, the source line, a caret line and the
    /// suggestion.
    package func render(_ diagnostic: KernelDiagnostic) -> String {
        let (line, column) = location(of: diagnostic.span.start)
        let place = "\(printable(source.file, limit: .max)):\(line):\(column)"
        var text = "\(place): \(diagnostic.severity.rawValue): \(printable(diagnostic.message, limit: .max))"
        text += excerpt(diagnostic.span)
        if let suggestion = diagnostic.suggestion { text += "\n  help: \(printable(suggestion, limit: .max))" }
        return text
    }

    private func excerpt(_ span: SourceSpan) -> String {
        let start = min(max(span.start, 0), bytes.count)
        let line = lineIndex(of: start)
        var lineEnd = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        // Cut a very long line by bytes first, so that rendering stays cheap.
        let from = max(lineStarts[line], start - 400)
        lineEnd = max(start, min(lineEnd, start + 400))
        let before = Self.columns(bytes[from..<start])
        let marked = Self.columns(bytes[start..<max(start, min(span.end, lineEnd))])
        let whole = before + Self.columns(bytes[start..<lineEnd])
        let offset = max(0, before.count - Self.maximumExcerptWidth / 2)
        let shown = whole.dropFirst(offset).prefix(Self.maximumExcerptWidth)
        if shown.allSatisfy({ $0 == " " }) { return "" }
        let indent = before.count - offset
        let width = max(1, min(marked.count, Self.maximumExcerptWidth - indent))
        let caret = "^" + String(repeating: "~", count: width - 1)
        let excerpt = String(String(shown).reversed().drop { $0 == " " }.reversed())
        return "\n  \(excerpt)\n  \(String(repeating: " ", count: indent))\(caret)"
    }

    private func lineIndex(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Returns one printed character per source character, so that the caret is under the right one.
    private static func columns(_ bytes: ArraySlice<UInt8>) -> [Character] {
        String(decoding: bytes, as: UTF8.self).map { $0 == "\t" ? " " : isPrintable($0) ? $0 : "\u{FFFD}" }
    }

    private static func isPrintable(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy(\.isPrintable)
    }
}
