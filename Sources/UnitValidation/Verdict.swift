/// What a check came to.
public enum Verdict: Sendable, Hashable {
    /// Nothing is wrong; the notes say what was measured.
    case passed([String])
    /// The unit must be mended.
    case failed([Finding])
    /// It works, but perhaps not as its author meant.
    case warning([Finding])
    /// The check could not be made, and why.
    case skipped(String)
    /// The filter ended the process that ran it, or didn't answer; how, and what it was doing.
    case crashed(String)

    /// The verdicts without what they carry, the worst last.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// See `Verdict`.
        case passed, skipped, warning, failed, crashed

        /// Whether the first is less bad.
        public static func < (one: Kind, other: Kind) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    /// The verdict without what it carries.
    public var kind: Kind {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .warning: .warning
        case .skipped: .skipped
        case .crashed: .crashed
        }
    }

    /// Whether checks that need this one can't be made. One that doesn't concern the filter hides nothing from them.
    var isBroken: Bool { self.kind == .failed || self.kind == .crashed }

    /// Passed without findings, a warning where nothing failed, else failed; warnings are listed behind failures.
    static func of(failures: [Finding] = [], warnings: [Finding] = [], notes: [String] = []) -> Verdict {
        if !failures.isEmpty { return .failed(failures + warnings) }
        return warnings.isEmpty ? .passed(notes) : .warning(warnings)
    }
}

extension Verdict: Codable {
    private enum Key: String, CodingKey { case outcome, findings, notes, reason }

    /// Reads `outcome`, and what goes with it.
    public init(from decoder: any Decoder) throws {
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

    /// Writes `outcome`, and what goes with it: `findings`, `notes` or `reason`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .outcome)
        switch self {
        case .passed(let notes): try values.encode(notes, forKey: .notes)
        case .failed(let findings), .warning(let findings): try values.encode(findings, forKey: .findings)
        case .skipped(let reason), .crashed(let reason): try values.encode(reason, forKey: .reason)
        }
    }
}
