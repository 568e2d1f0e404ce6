import Foundation

/// Foreign text as it may stand in a message to a person: with everything replaced that could move a terminal's cursor, hide text or
/// reorder it, and cut where it would bury the message.
///
/// - Parameter limit: The most Unicode scalars that are kept.
package func printable(_ text: String, limit: Int = 200) -> String {
    let kept = text.unicodeScalars.prefix(limit)
    let safe = kept.map { $0.isPrintable ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(safe)) + (kept.endIndex == text.unicodeScalars.endIndex ? "" : "…")
}

extension Unicode.Scalar {
    /// Whether the character does nothing but appear, in its place. Line breaks and tabs do more.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

/// Foreign text of several lines as it may stand in a message or on a terminal: line breaks and tabs stay, and everything else that could
/// move the cursor, hide text or reorder it is replaced.
package func printableLines(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.replacingOccurrences(of: "\r\n", with: "\n").unicodeScalars {
        result.append(scalar == "\n" || scalar == "\t" || scalar.isPrintable ? scalar : "\u{FFFD}")
    }
    return String(result)
}
