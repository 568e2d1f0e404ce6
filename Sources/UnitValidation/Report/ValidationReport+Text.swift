import Foundation
import UntrustedInput

extension ValidationReport {
    /// A table for people, with a line for each check followed by its findings.
    package var text: String {
        var lines = ["\(printable(unit))  level \(level)  seed \(seed)"]
        var filter: String?
        let width = results.map(\.check.count).max() ?? 0
        for (index, result) in results.enumerated() {
            if index == 0 || result.filter != filter {
                filter = result.filter
                lines += ["", filter.map { printable($0) } ?? "the unit"]
            }
            lines.append(Self.line(result, width: width))
            lines += Self.details(result.verdict).map { "                " + $0 }
        }
        return (lines + ["", summary]).joined(separator: "\n")
    }

    /// For example `31 passed, 2 warnings, 1 failed`.
    package var summary: String {
        let counts = Verdict.Kind.allCases.map { kind in (kind, results.count { $0.verdict.kind == kind }) }
        let parts = counts.filter { $0.1 > 0 }.map { kind, count in
            kind == .warning ? "\(count) warning\(count == 1 ? "" : "s")" : "\(count) \(kind.rawValue)"
        }
        return parts.isEmpty ? "nothing was checked" : parts.joined(separator: ", ")
    }

    private static func line(_ result: CheckResult, width: Int) -> String {
        let verdict = result.verdict.kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let level = String(format: "%2d", result.level)
        let note: String =
            switch result.verdict {
            case .passed(let notes): notes.joined(separator: ", ")
            case .skipped(let reason): reason
            case .failed, .warning, .crashed: ""
            }
        let check = note.isEmpty ? result.check : result.check.padding(toLength: width, withPad: " ", startingAt: 0)
        return "  \(verdict)  \(level)  \(check)" + (note.isEmpty ? "" : "  \(printable(note, limit: 400))")
    }

    private static func details(_ verdict: Verdict) -> [String] {
        switch verdict {
        case .passed, .skipped: []
        case .failed(let findings), .warning(let findings):
            findings.flatMap { $0.text.split(separator: "\n").map { printable(String($0), limit: 2000) } }
        case .crashed(let how): [printable(how, limit: 2000)]
        }
    }
}
