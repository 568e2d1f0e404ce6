import Foundation
import TestSupport
import Testing
import UnitAuthoring

/// A unit `SoftTone` as `coreimage units new` writes it, built once in each test run.
struct NewUnit: Sendable {
    /// The outcomes of making the unit and of building it.
    let made, built: CommandProcess.Outcome
    /// The folder of the sources, with the folder `build`.
    let sources: URL

    /// Returns the unit of a kind.
    static func of(_ kind: UnitKind) throws -> NewUnit {
        switch kind {
        case .kernel: try kernel.get()
        case .swift: try swift.get()
        case .c: try c.get()
        }
    }

    private static let kernel = Result { try make(.kernel) }
    private static let swift = Result { try make(.swift) }
    private static let c = Result { try make(.c) }

    private static func make(_ kind: UnitKind) throws -> NewUnit {
        // In the products folder, because there is no hook after the last test to remove a temporary folder.
        let folder = ProductsFolder.product("CommandTests New Units/\(kind.rawValue)")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func run(_ arguments: String...) throws -> CommandProcess.Outcome {
            try CommandProcess.run(
                ProductsFolder.product("coreimage"), ["units"] + arguments, in: folder,
                environment: ["HOME": folder.path])
        }
        let made = try run("new", "SoftTone", "--kind", kind.rawValue)
        return NewUnit(
            made: made, built: try run("build", "SoftTone"), sources: folder.appendingPathComponent("SoftTone"))
    }

    /// Expects that a new unit passes the checks up to a level without a warning.
    static func expectValid(_ kind: UnitKind, level: Int) throws {
        let unit = try of(kind)
        try #require(unit.made.code == 0)
        try #require(unit.built.code == 0, "\(unit.built.errors)")
        let (report, code) = try CommandProcess().validate(
            unit.sources.appendingPathComponent("build/SoftTone.plugin"),
            ["--level", "\(level)", "--seconds", "0.2", "--seed", "5"])
        let failed = report.texts(ofOutcomes: ["failed", "crashed", "warning"])
        #expect(code == 0 && failed.isEmpty, "\(failed)")
        if level == 10 {
            #expect(report.results.contains { $0.check == "interpreter-equals-jit" })
            #expect(report.results.contains { $0.check == "fuzzing" })
        }
    }
}
