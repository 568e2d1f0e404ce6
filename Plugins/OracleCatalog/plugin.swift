import Foundation
import PackagePlugin

/// Generates the list of all oracles of a test target. A new oracle only needs a new file.
@main
struct OracleCatalog: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let files = target.sourceFiles(withSuffix: "Oracle.swift").map(\.url)
            .filter { $0.deletingLastPathComponent().deletingLastPathComponent().lastPathComponent == "Oracles" }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "OracleCatalog.swift")
        return [
            .buildCommand(
                displayName: "Listing \(files.count) oracles",
                executable: try context.tool(named: "OracleCatalogGenerator").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
