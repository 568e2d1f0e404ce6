import Foundation
import Testing

/// `coreimage units validate` and `doctor` on units built from their sources.
@Suite("Validating units with the command")
struct UnitValidationProcessTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func validate(_ unit: URL, _ options: String...) throws -> (report: ValidationOutput, code: Int32) {
        try command.validate(unit, options)
    }

    /// `UnitValidationLongTests` has the checks of all levels, and two other units.
    @Test(
        "the sample units pass at level 5, and a trial of the fuzzing",
        arguments: ["FunHouse", "KernelSampler"])
    func samples(name: String) throws {
        let unit = try BuiltUnits.samples.get().appendingPathComponent("\(name).plugin")
        let (report, code) = try validate(unit, "--level", "5", "--seed", "5")
        let failed = report.texts(ofOutcomes: ["failed", "crashed"])
        #expect(code == 0 && failed.isEmpty, "\(failed)")
        #expect(report.seed == 5)
        let (fuzzed, end) = try validate(unit, "--check", "fuzzing", "--seconds", "0", "--seed", "5")
        #expect(end == 0 && fuzzed.seed == 5)
        #expect(
            !fuzzed.results.isEmpty
                && fuzzed.results.allSatisfy { $0.check == "fuzzing" && $0.verdict.outcome == "passed" })
    }

    @Test("a filter that ends its process is reported as crashed in that check only, with its error output")
    func crash() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        let (report, code) = try validate(unit, "--filter", "BrokenCrash", "--level", "6")
        #expect(code == 3)
        func result(_ check: String) -> ValidationOutput.Result? { report.results.first { $0.check == check } }
        #expect(result("renders-at-defaults")?.verdict.outcome == "passed")
        #expect(result("renders-at-limits")?.verdict.outcome == "crashed")
        let text = result("renders-at-limits")?.text ?? ""
        #expect(text.contains("SIG") && text.contains("this filter crashes on purpose"), "\(text)")
        #expect(text.contains("rendering with inputAmount 1"))
        #expect(result("regions-cover-reads") != nil, "another process goes on")
    }

    @Test("a filter that doesn't return is reported as crashed after the time limit")
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

    @Test("a leak of pictures is found in an isolated process")
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

    @Test("the doctor names the remedy for a broken stamp, and lists the others as loaded")
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
