import Foundation
import TestSupport
import Testing

/// Tests of the command on a kernel without Landlock, which a seccomp filter simulates.
@Suite("Without Landlock", .serialized)
struct MissingLandlockTests {
    /// Applies a filter of an executable unit.
    private func apply(_ use: String) throws -> CommandProcess.Outcome {
        let command = try CommandProcess()
        let products = ProductsFolder.url
        let units = try BuiltUnits.samples.get()
        return try CommandProcess.run(
            products.appendingPathComponent("WorkerProbe"),
            [
                "without", "landlock_create_ruleset", "\(ENOSYS)", products.appendingPathComponent("coreimage").path,
                "apply", CommandProcess.scene, "-o", command.path("out.png"), "--units", units.path, "--",
                "FunHouseMirror",
            ], in: command.folder, environment: ["HOME": command.folder.path, "COREIMAGE_LANDLOCK": use])
    }

    @Test("with COREIMAGE_LANDLOCK=prefer, units run with one warning")
    func prefer() throws {
        let outcome = try apply("prefer")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("The kernel has no Landlock") }
        #expect(warnings.count == 1, "\(outcome.errors)")
        #expect(warnings.allSatisfy { $0.contains("COREIMAGE_LANDLOCK=require") })
    }

    @Test("with COREIMAGE_LANDLOCK=require, units don't run, and the error names the remedy")
    func require() throws {
        let outcome = try apply("require")
        #expect(outcome.code == 1)
        for words in ["FunHouse.plugin", "requires Landlock", "5.13", "COREIMAGE_LANDLOCK=prefer"] {
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test("with COREIMAGE_LANDLOCK=off, units run without a warning")
    func off() throws {
        let outcome = try apply("off")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("Landlock"), "\(outcome.errors)")
    }
}
