import Foundation
import Testing

/// `coreimage units validate` and `doctor` on units built from their sources.
@Suite("Validating units with the command", .serialized)
struct UnitValidationProcessTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private struct Result: Decodable {
        struct Verdict: Decodable {
            struct Finding: Decodable {
                let message: String
                let remedy: String
            }

            let outcome: String
            let findings: [Finding]?
            let reason: String?
        }

        let check: String
        let filter: String?
        let verdict: Verdict

        var text: String {
            (verdict.findings ?? []).map { "\($0.message); \($0.remedy)" }.joined(separator: "\n")
                + (verdict.reason ?? "")
        }
    }

    private struct Report: Decodable {
        let seed: Int
        let results: [Result]
    }

    private func validate(_ unit: URL, _ options: String...) throws -> (report: Report, code: Int32) {
        let outcome = try command.run(["units", "validate", unit.path, "--json"] + options)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        return (report, outcome.code)
    }

    @Test("the sample units pass at level 10", arguments: ["FunHouse", "HazeRemover", "KernelSampler", "WindowRank"])
    func samples(name: String) throws {
        let unit = try BuiltUnits.samples.get().appendingPathComponent("\(name).plugin")
        let (report, code) = try validate(unit, "--level", "10", "--seconds", "0.2", "--seed", "5")
        let failed = report.results.filter { ["failed", "crashed"].contains($0.verdict.outcome) }
        #expect(code == 0 && failed.isEmpty, "\(failed.map { "\($0.check): \($0.text)" })")
        #expect(report.seed == 5)
        let fuzzed = report.results.filter { $0.check == "fuzzing" }
        #expect(!fuzzed.isEmpty && fuzzed.allSatisfy { $0.verdict.outcome == "passed" })
    }

    @Test("a filter that ends its process has crashed in that check alone, with its last words")
    func crash() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        let (report, code) = try validate(unit, "--filter", "BrokenCrash", "--level", "6")
        #expect(code == 3)
        func result(_ check: String) -> Result? { report.results.first { $0.check == check } }
        #expect(result("renders-at-defaults")?.verdict.outcome == "passed")
        #expect(result("renders-at-limits")?.verdict.outcome == "crashed")
        let text = result("renders-at-limits")?.text ?? ""
        #expect(text.contains("SIG") && text.contains("this filter crashes on purpose"), "\(text)")
        #expect(text.contains("rendering with inputAmount 1"))
        #expect(result("regions-cover-reads") != nil, "another process goes on")
    }

    @Test("a filter that never answers has crashed when its time is over")
    func spin() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        let start = ContinuousClock.now
        let (report, code) = try validate(
            unit, "--filter", "BrokenSpin", "--check", "renders-at-defaults", "--check", "finite-pixels", "--deadline",
            "3", "--seconds", "0")
        #expect(code == 3)
        let results = report.results.filter { $0.filter != nil }
        #expect(results.map(\.verdict.outcome) == ["crashed", "skipped"])
        // The worker's time limit is shorter than the validating process's. On a busy machine, the latter may still be
        // hit first.
        let text = results.first?.text ?? ""
        #expect(text.contains("no reply within") || text.contains("it sent no result for 3 seconds"), "\(text)")
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("a region of interest that is too small is measured")
    func region() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        let (report, code) = try validate(unit, "--filter", "BrokenRegion", "--check", "regions-cover-reads")
        #expect(code == 1)
        // Samplers get one pixel more than the region, for interpolation.
        #expect(report.results.first?.text.contains("'smear' is 7 pixels too small") == true)
    }

    @Test("pictures that are kept for ever, in a process that does nothing else")
    func hoard() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        let (report, code) = try validate(unit, "--filter", "BrokenHoard", "--check", "keeps-no-memory")
        #expect(code == 1)
        #expect(report.results.first?.text.contains("KiB behind") == true)
    }

    @Test("wrong options are usage errors, an unknown filter is a refusal with the known ones")
    func usage() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        #expect(try command.run(["units", "validate", unit.path, "--level", "11"]).code == 64)
        #expect(try command.run(["units", "validate", unit.path, "--check", "no-such-check"]).code == 64)
        #expect(try command.run(["units", "validate", unit.path, "--seconds", "nan"]).code == 64)
        let unknown = try command.run(["units", "validate", unit.path, "--filter", "Nobody"])
        #expect(unknown.code == 1 && unknown.errors.contains("BrokenCrash"))
        let missing = try command.run(["units", "validate", "/no/such/Unit.plugin"])
        #expect(missing.code == 1 && missing.output.contains("does not exist"))
    }

    @Test("the doctor tells a broken stamp's remedy, and that the others are loaded")
    func doctor() throws {
        let units = command.folder.appendingPathComponent("Units")
        try FileManager.default.copyItem(at: try BuiltUnits.samples.get(), to: units)
        let healthy = try command.run(["units", "doctor", units.path])
        #expect(healthy.code == 0 && healthy.output.contains("everything was loaded"), "\(healthy.output)")
        let info = units.appendingPathComponent("HazeRemover.plugin/Contents/Info.plist")
        let text = try String(contentsOf: info, encoding: .utf8)
        try text.replacingOccurrences(of: "CoreImageStamp", with: "CoreImageStomp").write(
            to: info, atomically: true, encoding: .utf8)
        let outcome = try command.run(["units", "doctor", units.path, "/no/such/folder"])
        #expect(outcome.code == 1)
        let lines = outcome.output.split(separator: "\n")
        let refused = lines.first { $0.contains("MyHazeRemover  executable, refused") } ?? ""
        #expect(refused.contains("rebuild with: coreimage units build"), "\(outcome.output)")
        #expect(lines.contains { $0.contains("MyHazeRemoverKernel  nonexecutable, loaded") })
        #expect(lines.contains { $0.contains("/no/such/folder  doesn't exist") })
    }
}
