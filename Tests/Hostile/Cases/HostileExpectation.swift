/// The expected result of a process that reads hostile files.
package enum HostileExpectation: Sendable {
    /// Exit code 1, an error that contains all these words, and the given texts on standard output.
    case refusal([String], output: [String] = [])
    /// Exit code 0, and all these words on standard output: the files are harmless, or their valid parts are used.
    case acceptance([String])
    /// Either exit code 0, or exit code 1 and an error that contains all these words.
    case acceptanceOrRefusal([String])

    /// A one-word summary, for tables.
    package var summary: String {
        switch self {
        case .refusal: "refusal"
        case .acceptance: "accepted"
        case .acceptanceOrRefusal: "either"
        }
    }

    /// Returns the difference between an outcome and the expectation; nil if there is none.
    package func objection(to outcome: HostileOutcome) -> String? {
        switch (outcome.end, self) {
        case (.timedOut, _): return "was still running at the time limit"
        case (.overMemory, _): return "went over the memory limit"
        case (.signal(let number), _): return "ended by signal \(number): \(outcome.firstError)"
        case (.exit(1), .refusal(let words, let output)): return objection(words, output, to: outcome)
        case (.exit(1), .acceptanceOrRefusal(let words)): return objection(words, [], to: outcome)
        case (.exit(0), .acceptance(let output)): return objection([], output, to: outcome)
        case (.exit(0), .acceptanceOrRefusal): return nil
        case (.exit(let code), _): return "ended with exit code \(code): \(outcome.firstError)"
        }
    }

    private func objection(_ errors: [String], _ output: [String], to outcome: HostileOutcome) -> String? {
        Self.missing(errors, in: outcome.errors).map { "the error lacks '\($0)': \(outcome.firstError)" }
            ?? Self.missing(output, in: outcome.output).map {
                "the output lacks '\($0)': \(outcome.output.prefix(300))"
            }
    }

    private static func missing(_ words: [String], in text: String) -> String? { words.first { !text.contains($0) } }
}
