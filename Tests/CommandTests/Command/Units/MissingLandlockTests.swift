import Foundation
import Testing

/// Tests of the command on a kernel without Landlock, which a seccomp filter simulates.
@Suite("Without Landlock", .serialized)
struct MissingLandlockTests {
    /// Applies a filter of an executable unit.
    private func apply(_ use: String) throws -> CommandProcess.Outcome {
        let command = try CommandProcess()
        let products = CommandProcess.products
        let units = try BuiltUnits.samples.get()
        return try CommandProcess.run(
            products.appendingPathComponent("WorkerProbe"),
            [
                "without", "landlock_create_ruleset", "\(ENOSYS)", products.appendingPathComponent("coreimage").path,
                "apply", CommandProcess.scene, "-o", command.path("out.png"), "--units", units.path, "--",
                "FunHouseMirror",
            ], in: command.folder, environment: ["HOME": command.folder.path, "COREIMAGE_LANDLOCK": use])
    }

    @Test("units that prefer it run, with one line of warning")
    func prefer() throws {
        let outcome = try apply("prefer")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("The kernel has no Landlock") }
        #expect(warnings.count == 1, "\(outcome.errors)")
        #expect(warnings.allSatisfy { $0.contains("COREIMAGE_LANDLOCK=require") })
    }

    @Test("units that require it don't run, and the error says what is missing and what to do")
    func require() throws {
        let outcome = try apply("require")
        #expect(outcome.code == 1)
        for words in ["FunHouse.plugin", "requires Landlock", "5.13", "COREIMAGE_LANDLOCK=prefer"] {
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test("units that don't want it run without a word")
    func off() throws {
        let outcome = try apply("off")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("Landlock"), "\(outcome.errors)")
    }
}
