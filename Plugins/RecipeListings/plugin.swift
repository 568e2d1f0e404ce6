import Foundation
import PackagePlugin

/// Generates string constants with the sources of the gallery's recipes, which its pages show.
@main
struct RecipeListings: BuildToolPlugin {
    /// Recipes in targets that the gallery depends on.
    private static let shared = ["AnonymousFaces.swift"]

    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let own = target.sourceFiles(withSuffix: "swift").map(\.url)
            .filter { $0.deletingLastPathComponent().lastPathComponent == "Recipes" }
        let others = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: "swift").map(\.url) }
            .filter { Self.shared.contains($0.lastPathComponent) }
        let files = (own + others).sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "RecipeListings.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) recipes",
                executable: try context.tool(named: "RecipeListingsGenerator").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
