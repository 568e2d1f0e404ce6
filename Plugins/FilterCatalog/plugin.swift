import Foundation
import PackagePlugin

/// Lists every filter under `Filters/` in generated code, so that adding a filter is adding a file.
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
