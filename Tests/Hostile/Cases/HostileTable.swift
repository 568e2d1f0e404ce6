/// Formats reports as a table with one line per case.
package enum HostileTable {
    /// The column headings.
    package static var header: String { line("kind", "case", "expected", "outcome", "time", "memory", "late") }

    /// Returns a case's line, followed by its differences from the expectation.
    ///
    /// - Parameter hasMessages: Whether the last lines that the processes printed follow.
    package static func text(of report: HostileRunner.Report, hasMessages: Bool = false) -> String {
        let count = report.processCount > 1 ? " ×\(report.processCount)" : ""
        let row = line(
            report.kind.rawValue, report.name, report.expected,
            (report.objections.isEmpty ? "" : "WRONG: ") + report.outcome + count,
            text(report.duration), "\(report.peakMemory >> 20) MB", report.overrun.map(text) ?? "")
        return
            ([row] + report.objections.prefix(3).map { "    \($0)" }
            + (hasMessages ? report.messages.map { "    > \($0)" } : []))
            .joined(separator: "\n")
    }

    private static func text(_ duration: Duration) -> String {
        let (seconds, fraction) = duration.components
        return "\(seconds * 1000 + fraction / 1_000_000_000_000_000) ms"
    }

    private static func line(
        _ kind: String, _ name: String, _ expected: String, _ outcome: String, _ time: String, _ memory: String,
        _ late: String
    ) -> String {
        [
            padded(kind, 15), padded(name, 52), padded(expected, 9), padded(outcome, 15), right(time, 9),
            right(memory, 7), right(late, 6),
        ]
        .joined(separator: " ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
