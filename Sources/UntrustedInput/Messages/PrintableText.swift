import Foundation

/// Returns untrusted text in a form that is safe in a one-line message.
///
/// Every character that could move a terminal's cursor, hide text or reorder it is replaced by U+FFFD. Text that is too
/// long is cut.
///
/// - Parameter limit: Maximum number of Unicode scalars that are kept.
package func printable(_ text: String, limit: Int = 200) -> String {
    let kept = text.unicodeScalars.prefix(limit)
    let safe = kept.map { $0.isPrintable ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(safe)) + (kept.endIndex == text.unicodeScalars.endIndex ? "" : "…")
}

extension Unicode.Scalar {
    /// Whether the scalar is only displayed in place, without other effects. False for line breaks and tabs.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

/// Returns untrusted text of several lines in a form that is safe in a message or on a terminal.
///
/// Line breaks and tabs are kept. Every other character that could move the cursor, hide text or reorder it is replaced
/// by U+FFFD.
package func printableLines(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.replacingOccurrences(of: "\r\n", with: "\n").unicodeScalars {
        result.append(scalar == "\n" || scalar == "\t" || scalar.isPrintable ? scalar : "\u{FFFD}")
    }
    return String(result)
}
