import Foundation
import UntrustedInput

/// Finds the diagnostics of a kernel in the output of a worker that has ended.
///
/// Core Image logs them when code makes a kernel from text that doesn't compile. The code gets no kernel, and mostly
/// unwraps it nevertheless, which ends the process.
enum LoggedDiagnostics {
    /// The most lines of diagnostics that are kept.
    private static let maximumLines = 24

    /// Returns the diagnostics with which the output ends, as the kernel compiler prints them; nil if it ends
    /// otherwise.
    static func last(in output: String) -> String? {
        let lines = output.split(whereSeparator: \.isNewline).map { $0.prefix(1000) }
        guard let start = lines.lastIndex(where: { message($0) != nil }), let first = message(lines[start]) else {
            return nil
        }
        let following = lines[(start + 1)...].prefix { $0.hasPrefix("  ") || isDiagnostic($0) }
        let block = [first] + following
        guard block.contains(where: { isDiagnostic($0, "error") }) else { return nil }
        // Output after the diagnostics means that the code went on, and ended for another reason. Builds for debugging
        // print that they unwrapped nil.
        let next = lines[following.endIndex...].first
        guard next == nil || next!.contains("found nil") || lines[start].contains(thrown) else { return nil }
        return block.prefix(maximumLines).map { printable(String($0), limit: 300) }.joined(separator: "\n")
    }

    /// The text before an error that ended the process by `try!`.
    private static let thrown = "unexpectedly raised an error: "

    /// Returns the first line of diagnostics without what the log or Swift's runtime prints before it.
    private static func message(_ line: Substring) -> Substring? {
        let text: Substring
        if let mark = line.range(of: thrown) {
            text = line[mark.upperBound...]
        } else if let mark = line.range(of: "] "), line[..<mark.lowerBound].contains(" error ") {
            text = line[mark.upperBound...]
        } else {
            return nil
        }
        return isDiagnostic(text) ? text : nil
    }

    private static func isDiagnostic(_ line: Substring) -> Bool {
        isDiagnostic(line, "error") || isDiagnostic(line, "warning")
    }

    /// Whether a line begins `FILE:LINE:COLUMN: SEVERITY: `.
    private static func isDiagnostic(_ line: Substring, _ severity: String) -> Bool {
        guard let mark = line.range(of: ": \(severity): ") else { return false }
        let parts = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
        return parts.count >= 3 && parts.suffix(2).allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    }
}
