import Foundation
import Testing
import UnitAuthoring

/// Tests that units written by `coreimage units new` pass `coreimage units validate` unchanged.
@Suite("The command: new units are valid", .serialized)
struct NewUnitValidationTests {
    private struct Report: Decodable {
        struct Result: Decodable {
            struct Verdict: Decodable {
                struct Finding: Decodable { let message: String }

                let outcome: String
                let findings: [Finding]?
            }

            let check: String
            let verdict: Verdict
        }

        let results: [Result]
    }

    @Test("Every kind of new unit passes all checks of all levels", arguments: UnitKind.allCases)
    func kinds(kind: UnitKind) throws {
        let command = try CommandProcess()
        try #require(try command.run(["units", "new", "SoftTone", "--kind", kind.rawValue]).code == 0)
        let built = try command.run(["units", "build", "SoftTone"])
        try #require(built.code == 0, "\(built.errors)")
        let outcome = try command.run([
            "units", "validate", "SoftTone/build/SoftTone.plugin", "--level", "10", "--seconds", "0.2", "--seed", "5",
            "--json",
        ])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let failed = report.results.filter { ["failed", "crashed", "warning"].contains($0.verdict.outcome) }
        let texts = failed.map { "\($0.check): \(($0.verdict.findings ?? []).map(\.message).joined(separator: "; "))" }
        #expect(outcome.code == 0 && failed.isEmpty, "\(texts)")
        #expect(report.results.contains { $0.check == "interpreter-equals-jit" })
        #expect(report.results.contains { $0.check == "fuzzing" })
    }
}
