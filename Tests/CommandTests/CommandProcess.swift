import Foundation
import TestSupport

/// Runs the built command in a temporary folder, without image units that are installed on this machine. The folder is
/// removed when the object is.
final class CommandProcess {
    /// The result of a run.
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The package's folder.
    static var package: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    static var scene: String { package.appendingPathComponent("Tests/Fixtures/scene.png").path }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Runs the command.
    func run(_ arguments: [String]) throws -> Outcome {
        try Self.run(
            ProductsFolder.product("coreimage"), arguments, in: folder, environment: ["HOME": folder.path]
        )
    }

    /// Runs any program; `environment` is added to the runner's, without variables that name unit folders.
    static func run(_ program: URL, _ arguments: [String], in folder: URL, environment: [String: String]) throws
        -> Outcome
    {
        let process = LaunchedProgram()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        variables["COREIMAGE_UNITS"] = environment["COREIMAGE_UNITS"]
        for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "COREIMAGE_CACHE"]
        where environment[name] == nil {
            variables[name] = nil
        }
        process.environment = variables
        // Files hold any amount of output, where a pipe that nobody empties would block the process.
        let scratch = FileManager.default.temporaryDirectory
        let output = scratch.appendingPathComponent("output-\(UUID().uuidString)")
        let errors = scratch.appendingPathComponent("errors-\(UUID().uuidString)")
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
