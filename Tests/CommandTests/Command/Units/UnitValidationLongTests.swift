import Foundation
import Testing
import UnitAuthoring

/// `coreimage units validate` with the checks of all levels.
@Suite("Validating units with the command, at length", .serialized)
struct UnitValidationLongTests {
    @Test("the sample units pass at level 10", arguments: ["FunHouse", "HazeRemover", "KernelSampler", "WindowRank"])
    func samples(name: String) throws {
        let unit = try BuiltUnits.samples.get().appendingPathComponent("\(name).plugin")
        let (report, code) = try CommandProcess().validate(
            unit, ["--level", "10", "--seconds", "0.2", "--seed", "5"])
        let failed = report.texts(ofOutcomes: ["failed", "crashed"])
        #expect(code == 0 && failed.isEmpty, "\(failed)")
        #expect(report.seed == 5)
        let fuzzed = report.results.filter { $0.check == "fuzzing" }
        #expect(!fuzzed.isEmpty && fuzzed.allSatisfy { $0.verdict.outcome == "passed" })
    }

    @Test("Every kind of new unit passes all checks of all levels", arguments: UnitKind.allCases)
    func newUnits(kind: UnitKind) throws { try NewUnit.expectValid(kind, level: 10) }
}
