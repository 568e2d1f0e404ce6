/// The result of a check.
package enum Verdict: Sendable, Hashable {
    /// No problem was found. The notes contain measurements.
    case passed([String])
    /// The unit has errors that must be fixed.
    case failed([Finding])
    /// The unit works, but perhaps not as intended.
    case warning([Finding])
    /// The check couldn't run, for the given reason.
    case skipped(String)
    /// The filter ended its process or didn't respond. The text describes how, and the last action.
    case crashed(String)

    /// Verdicts without associated values, in ascending severity.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// See the cases of `Verdict`.
        case passed, skipped, warning, failed, crashed

        /// Returns whether the first verdict is less severe.
        package static func < (one: Kind, other: Kind) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    /// The verdict without its associated value.
    package var kind: Kind {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .warning: .warning
        case .skipped: .skipped
        case .crashed: .crashed
        }
    }

    /// Whether checks that need this one can't run. A check that was skipped because it doesn't apply to the filter
    /// doesn't prevent them.
    var blocksDependents: Bool { kind == .failed || kind == .crashed }

    /// Returns a failure if there are failures (with the warnings after them), else a warning if there are warnings,
    /// else success.
    static func of(failures: [Finding] = [], warnings: [Finding] = [], notes: [String] = []) -> Verdict {
        if !failures.isEmpty { return .failed(failures + warnings) }
        return warnings.isEmpty ? .passed(notes) : .warning(warnings)
    }
}

extension Verdict: Codable {
    private enum Key: String, CodingKey { case outcome, findings, notes, reason }

    /// Reads `outcome` and its associated values.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func findings() throws -> [Finding] { try values.decodeIfPresent([Finding].self, forKey: .findings) ?? [] }
        func reason() throws -> String { try values.decodeIfPresent(String.self, forKey: .reason) ?? "" }
        self =
            switch try values.decode(Kind.self, forKey: .outcome) {
            case .passed: .passed(try values.decodeIfPresent([String].self, forKey: .notes) ?? [])
            case .failed: .failed(try findings())
            case .warning: .warning(try findings())
            case .skipped: .skipped(try reason())
            case .crashed: .crashed(try reason())
            }
    }

    /// Writes `outcome` and its associated values: `findings`, `notes` or `reason`.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .outcome)
        switch self {
        case .passed(let notes): try values.encode(notes, forKey: .notes)
        case .failed(let findings), .warning(let findings): try values.encode(findings, forKey: .findings)
        case .skipped(let reason), .crashed(let reason): try values.encode(reason, forKey: .reason)
        }
    }
}
