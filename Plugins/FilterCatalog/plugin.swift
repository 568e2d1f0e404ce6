import Foundation
import PackagePlugin

/// Generates a list of every filter under `Filters/`, so that a new filter only needs a new file.
@main
struct FilterCatalog: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let filters = target.sourceFiles(withSuffix: "swift").map(\.url)
            .filter { $0.pathComponents.contains("Filters") }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "FilterCatalog.swift")
        return [
            .buildCommand(
                displayName: "Listing \(filters.count) filters",
                executable: try context.tool(named: "FilterCatalogGenerator").url,
                arguments: [output.path] + filters.map(\.path),
                inputFiles: filters,
                outputFiles: [output])
        ]
    }
}
