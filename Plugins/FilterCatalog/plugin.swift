import Foundation
import PackagePlugin

/// Generates a list of all filters of a target. A new filter only needs a new file.
@main
struct FilterCatalog: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let files = target.sourceFiles(withSuffix: "swift").map(\.url)
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "FilterCatalog.swift")
        return [
            .buildCommand(
                displayName: "Listing the filters of \(files.count) files",
                executable: try context.tool(named: "FilterCatalogGenerator").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
