import Foundation
import Testing

/// A unit whose code crashes once in each of several runs.
@Suite("Offences over several runs")
struct OffenceProcessTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    @Test("the fifth crash within ten minutes puts the unit into quarantine, for every process")
    func crashes() throws {
        let unit = try BuiltUnits.broken.get().appendingPathComponent("BrokenUnit.plugin")
        func apply() throws -> CommandProcess.Outcome {
            try command.run([
                "apply", CommandProcess.scene, "-o", command.path("out.png"), "--units", unit.path, "--", "BrokenCrash",
                "amount=1",
            ])
        }
        for index in 1...5 {
            let outcome = try apply()
            #expect(outcome.code == 1 && outcome.errors.contains("crashed"), "\(index): \(outcome.errors)")
            #expect(!outcome.errors.contains("quarantine") && !outcome.errors.contains("any more"), "\(index)")
        }
        let sixth = try apply()
        #expect(sixth.code == 1)
        #expect(
            sixth.errors.contains("the unit is in quarantine because its code failed 5 times, last with: "),
            "\(sixth.errors)")
        #expect(sixth.errors.components(separatedBy: "crashed").count == 2, "the cause is there once: \(sixth.errors)")
        #expect(try command.run(["units", "doctor", unit.path]).output.contains("quarantined"))
        let release = try command.run(["units", "doctor", "--release", unit.path])
        #expect(release.code == 0 && release.output.contains("crashed"), "\(release.errors)")
        #expect(try apply().errors.contains("crashed"))
    }
}
