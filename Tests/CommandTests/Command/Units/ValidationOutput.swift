import Foundation

/// The output of `coreimage units validate --json`.
struct ValidationOutput: Decodable {
    /// The verdict of one check on one filter or on the unit.
    struct Result: Decodable {
        struct Verdict: Decodable {
            struct Finding: Decodable {
                let message: String
                let remedy: String?
            }

            let outcome: String
            let findings: [Finding]?
            let reason: String?
        }

        let check: String
        let filter: String?
        let verdict: Verdict

        /// The findings with their remedies, and the reason.
        var text: String {
            (verdict.findings ?? []).map { "\($0.message); \($0.remedy ?? "")" }.joined(separator: "\n")
                + (verdict.reason ?? "")
        }
    }

    let seed: Int
    let results: [Result]

    /// The checks with one of these outcomes, each with its text.
    func texts(ofOutcomes outcomes: [String]) -> [String] {
        results.filter { outcomes.contains($0.verdict.outcome) }.map { "\($0.check): \($0.text)" }
    }
}

extension CommandProcess {
    /// Validates a unit with more options.
    func validate(_ unit: URL, _ options: [String]) throws -> (report: ValidationOutput, code: Int32) {
        let outcome = try run(["units", "validate", unit.path, "--json"] + options)
        return (try JSONDecoder().decode(ValidationOutput.self, from: Data(outcome.output.utf8)), outcome.code)
    }
}
